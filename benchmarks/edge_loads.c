/* Edge betweenness by Brandes' algorithm in floating point, the plain C count beside bench_scale.py.
   Compile: cc -O3 -o edge_loads edge_loads.c; run: ./edge_loads links.csv (rows n0,n1 below a header). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    char line[256];
    long links = 0, room = 1024, nodes = 0;
    long *ends = malloc(2 * room * sizeof *ends);
    if (!file || !fgets(line, sizeof line, file)) return 2;
    while (fscanf(file, "n%ld,n%ld\n", &ends[2 * links], &ends[2 * links + 1]) == 2) {
        for (int i = 0; i < 2; i++) if (ends[2 * links + i] >= nodes) nodes = ends[2 * links + i] + 1;
        if (++links == room) ends = realloc(ends, 2 * (room *= 2) * sizeof *ends);
    }
    int *start = calloc(nodes + 2, sizeof *start), *to = malloc(2 * links * sizeof *to), *link = malloc(2 * links * sizeof *link);
    for (long i = 0; i < 2 * links; i++) start[ends[i] + 2]++;
    for (long v = 1; v <= nodes; v++) start[v + 1] += start[v];
    for (long i = 0; i < 2 * links; i++) {
        int at = start[ends[i] + 1]++;
        to[at] = (int)ends[i ^ 1];
        link[at] = (int)(i / 2);
    }
    int *far = malloc(nodes * sizeof *far), *queue = malloc(nodes * sizeof *queue);
    double *paths = malloc(nodes * sizeof *paths), *behind = malloc(nodes * sizeof *behind), *load = calloc(links, sizeof *load), most = 0;
    for (int s = 0; s < nodes; s++) {
        int first = 0, last = 0;
        memset(far, -1, nodes * sizeof *far);
        memset(paths, 0, nodes * sizeof *paths);
        memset(behind, 0, nodes * sizeof *behind);
        far[s] = 0, paths[s] = 1, queue[last++] = s;
        while (first < last) {
            int u = queue[first++];
            for (int i = start[u]; i < start[u + 1]; i++) {
                int v = to[i];
                if (far[v] < 0) far[v] = far[u] + 1, queue[last++] = v;
                if (far[v] == far[u] + 1) paths[v] += paths[u];
            }
        }
        while (--last > 0) {
            int v = queue[last];
            double each = (1 + behind[v]) / paths[v];
            for (int i = start[v]; i < start[v + 1]; i++) {
                int u = to[i];
                if (far[u] == far[v] - 1) {
                    behind[u] += paths[u] * each;
                    load[link[i]] += paths[u] * each;
                }
            }
        }
    }
    for (long i = 0; i < links; i++) if (load[i] > most) most = load[i];
    printf("largest load %.12g\n", most);
    return 0;
}
