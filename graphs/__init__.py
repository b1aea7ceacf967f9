"""Explicit networks: every node and device is built, routes are followed one by one, all counts are exact.

Nothing here knows a formula: :mod:`derive` has those, and :mod:`checks` compares the two.
"""

from graphs.devices import Device, DeviceClass
from graphs.errors import NetworkError, ProductError, RoutingError, SizeError, SymmetryError, UnknownFamily
from graphs.families import families
from graphs.family import Family, Parameter, RingFamily, product_family
from graphs.measure import ClassLoad, Measurement, measure
from graphs.network import device_network, network, ring_network
from graphs.profile import Profile, profile
from graphs.rings import RingMeasurement, RingNetwork
from graphs.routing import Routing, routing_names
from graphs.structure import Network, from_devices

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
    "SymmetryError",
    "UnknownFamily",
    "device_network",
    "families",
    "from_devices",
    "measure",
    "network",
    "product_family",
    "profile",
    "ring_network",
    "routing_names",
]
