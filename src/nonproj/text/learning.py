"""How a tokenizer is trained. This module imports no compiled code, so that plans can read it."""

from dataclasses import dataclass

from nonproj.errors import NonprojError

SEGMENTS = range(10, 256)  # sizes that UDPipe can store


@dataclass(frozen=True)
class Learning:
    """How a tokenizer is trained."""

    epochs: int = 20
    segment: int = 50  # how many characters the network sees at once
    options: str = ""  # further options of UDPipe, such as "dropout=0.2;learning_rate=0.01"

    def __post_init__(self) -> None:
        if self.epochs < 1:
            raise NonprojError(f"text_epochs is {self.epochs}; expected 1 or more")
        if self.segment not in SEGMENTS:
            limits = f"{SEGMENTS.start} to {SEGMENTS.stop - 1}"
            raise NonprojError(f"segment_size is {self.segment}; expected {limits}")
