"""Explicit networks: every node and device is built, routes are followed one by one, all counts are exact.

Nothing here knows a formula: :mod:`derive` has those, and :mod:`checks` compares the two.
"""

from graphs.base.errors import NetworkError, ProductError, RoutingError, SizeError, SymmetryError, UnknownFamily
from graphs.families import families
from graphs.loads.measure import ClassLoad, Measurement, measure
from graphs.loads.profile import Profile, profile
from graphs.rings import RingMeasurement, RingNetwork
from graphs.routing.hop_routing import Routing
from graphs.sources import Source, device_network, network, read, resolve, ring_network
from graphs.topology.devices import Device, DeviceClass
from graphs.topology.family import Family, Parameter, RingFamily, product_family
from graphs.topology.structure import Network, from_devices

__all__ = [
    "ClassLoad",
    "Device",
    "DeviceClass",
    "Family",
    "Measurement",
    "Network",
    "NetworkError",
    "Parameter",
    "ProductError",
    "Profile",
    "RingFamily",
    "RingMeasurement",
    "RingNetwork",
    "Routing",
    "RoutingError",
    "SizeError",
    "Source",
    "SymmetryError",
    "UnknownFamily",
    "device_network",
    "families",
    "from_devices",
    "measure",
    "network",
    "product_family",
    "profile",
    "read",
    "resolve",
    "ring_network",
]
