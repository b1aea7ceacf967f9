% Figures of the peer: asymptotic, balanced-job and geometric bounds and exact MVA of closed networks by the queueing
% package of GNU Octave (Debian octave-queueing).  Made and compared by tests/derive/test_bounds.py:
%
%     octave-cli --no-gui octave_queueing.m > octave_queueing.json
%
% Each case lists rows [devices, visits p/q, service time p/q]; the visit ratios are those of messages between all pairs of
% different nodes along shortest paths, all equally likely.  Every device is a station of its own.
1;
pkg load queueing;

function show(name, family, parameters, rows, populations, last)
  visits = []; times = [];
  for row = rows'
    visits = [visits, repmat(row(2) / row(3), 1, row(1))];
    times = [times, repmat(row(4) / row(5), 1, row(1))];
  endfor
  printf('  {"name": "%s", "family": "%s", "parameters": %s,\n   "rows": [', name, family, parameters);
  for i = 1:size(rows, 1)
    printf('[%d, "%d/%d", "%d/%d"]', rows(i, :));
    if i < size(rows, 1) printf(', '); endif
  endfor
  printf('],\n   "figures": [\n');
  for j = 1:length(populations)
    N = populations(j);
    [al au] = qncsaba(N, times, visits);
    [bl bu] = qncsbsb(N, times, visits);
    [gl gu] = qncsgb(N, times, visits);
    [U R Q X] = qncsmva(N, times, visits);
    printf('    {"N": %d, "asymptotic": [%.17g, %.17g], "balanced": [%.17g, %.17g], ', N, al, au, bl, bu);
    printf('"geometric": [%.17g, %.17g], "exact": %.17g, "queue": %.17g}', gl, gu, X(1) / visits(1), Q(1));
    if j < length(populations) printf(','); endif
    printf('\n');
  endfor
  printf('   ]}');
  if !last printf(','); endif
  printf('\n');
endfunction

package = pkg("describe", "queueing"){1};
printf('{"peer": "queueing %s, GNU Octave %s",\n', package.version, OCTAVE_VERSION);
printf(' "command": "octave-cli --no-gui octave_queueing.m > octave_queueing.json",\n "cases": [\n');

few = [1 2 3 8 64 255 300];
pe = [64 1 64 1 1];
show("ring", "ring", '{"K": 64}', [pe; 64 16 63 1 1], few, false);
show("toroid", "toroid", '{"w": 4, "D": 3}', [pe; 192 1 63 1 1], few, false);
show("buses", "spanning-bus-hypercube", '{"w": 4, "D": 3}', [pe; 48 1 21 1 1], few, false);
show("two buses", "dual-bus-hypercube", '{"w": 4, "D": 3}', [pe; 16 1 12 1 1; 16 2 21 1 1], few, false);
show("cycles", "cube-connected-cycles", '{"D": 4}', [pe; 32 4 63 1 1; 64 1 24 1 1], few, false);
show("cylinder", "r-ary-m-cube", '{"R": 2, "M": 4}', [pe; 64 685 21168 1 1; 64 449 21168 1 1], few, false);
show("slow links", "ring", '{"K": 9}', [9 1 9 3 2; 9 5 18 1 2], [1 2 5 40], false);
show("limited", "toroid", '{"w": 4, "D": 2}', [16 1 16 5 1; 32 1 15 4 1], [1 4 16 100], false);
show("mixed", "", '{}', [1 7 10 1 1; 3 1 2 2 3; 5 1 7 1 1; 2 2 1 1 3], [1 2 5 20 200], false);
show("balanced", "", '{}', [6 1 4 3 1], [1 2 9 80], true);
printf(' ]}\n');
