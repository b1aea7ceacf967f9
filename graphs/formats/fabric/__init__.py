"""Common parts of file formats: fabrics, forwarding tables, routes, and the description of a format."""
