"""Types of option values, shared by functions and commands, so that editors can complete values."""

from typing import Literal

FormatChoice = Literal["conllu", "conllx", "conll2009"]
TagsChoice = Literal["predicted", "gold"]  # the columns of CoNLL-2009 to read
EncodingChoice = Literal["baseline", "head", "path", "headpath"]
InverseChoice = Literal["head", "path", "headpath"]
StyleChoice = Literal["alpino", "perseus", "prague", "prague-plain", "ud"]
ClassChoice = Literal["projective", "mh4", "1ec"]
HeadsChoice = Literal["required", "ignored", "partial"]
LearntTagsChoice = Literal["given", "predicted"]
FillChoice = Literal["fill", "predict", "keep"]  # predict the empty tag columns, all, or none
GroupingChoice = Literal["deprel", "upos", "construction"]
RootChoice = Literal["auto", "single", "multiple"]
PunctuationChoice = Literal["include", "exclude", "exclude-upos"]
LabelsChoice = Literal["full", "universal"]
WeightsChoice = Literal["eq", "acc", "typeacc", "posacc", "confidence"]
