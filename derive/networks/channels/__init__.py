"""Channels of meshes and one-way tori: rates, blocking and adaptivity."""
