from netlemma import errors as errors
from netlemma.api.comparisons import compare as compare
from netlemma.api.drawings import draw as draw
from netlemma.api.lemmas import derive as derive
from netlemma.api.lists import list as list
from netlemma.api.manuscripts import paper as paper
from netlemma.api.measurements import measure as measure
from netlemma.api.models import bounds as bounds
from netlemma.api.models import model as model
from netlemma.api.networks import routing as routing
from netlemma.api.simulations import simulate as simulate
from netlemma.api.simulations import sweep as sweep
from netlemma.api.verdicts import check as check
from netlemma.api.verdicts import errata as errata
from netlemma.api.verdicts import verify as verify
from netlemma.api.worst_cases import worst_case as worst_case
from netlemma.checks.certificates.certification import certify as certify
from netlemma.checks.lemmas.deadlock import deadlock as deadlock
from netlemma.derive.discovery import lemma as lemma
from netlemma.figures import figure as figure
from netlemma.glossary.explanations import explain as explain
from netlemma.graphs.sources import network as network
from netlemma.graphs.sources import read as read
from netlemma.reporting.serving import serve as serve
from netlemma.reporting.written import report as report

__version__: str
