"""What file formats share: fabrics, forwarding tables, routes, and the description of a format."""
