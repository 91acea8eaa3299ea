"""The values that options accept; functions and commands share them, and editors offer them."""

from typing import Literal

FormatChoice = Literal["conllu", "conllx", "conll2009"]
TagsChoice = Literal["predicted", "gold"]  # of CoNLL-2009
EncodingChoice = Literal["baseline", "head", "path", "headpath"]
InverseChoice = Literal["head", "path", "headpath"]
StyleChoice = Literal["alpino", "perseus", "prague", "prague-plain", "ud"]
ClassChoice = Literal["projective", "mh4", "1ec"]
LearntTagsChoice = Literal["given", "predicted"]
FillChoice = Literal["fill", "predict", "keep"]  # predict empty, all or no tag columns
GroupingChoice = Literal["deprel", "upos", "construction"]
RootChoice = Literal["auto", "single", "multiple"]
PunctuationChoice = Literal["include", "exclude", "exclude-upos"]
LabelsChoice = Literal["full", "universal"]
WeightsChoice = Literal["eq", "acc", "typeacc", "posacc"]
