"""Vertex forwarding indices of products: messages through nodes that are not their ends."""
