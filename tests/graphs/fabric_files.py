"""Files of fabrics read one by one, by their paths."""

from netlemma.graphs.base.text_files import read_text
from netlemma.graphs.formats import formats
from netlemma.graphs.sources import from_description


def read_file(form, path):
    return formats()[form].read(read_text(path))


def read_links(path):
    return read_file("links", path)


def read_graphml(path):
    return read_file("graphml", path)


def read_cray(path):
    return read_file("cray", path)


def read_mapping(path):
    return read_file("ring-mapping", path)


def read_anynet_tables(path):
    return read_file("anynet", path).routes


def read_routes(path, net):
    return formats()["routes"].read(read_text(path), net).routes


def read_infiniband(subnet, tables, *, levels=None, lanes=None, **options):
    files = {"subnet": subnet, "tables": tables, "levels": levels, "lanes": lanes}
    given = {role: str(path) for role, path in files.items() if path is not None}
    return from_description({"format": "infiniband", "files": given, **options})[0].routes
