"""Reading and writing of tables, declared YAML files and other files."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.data.declared import Declared, Name, as_declared, reject_duplicates, whole
    from nonproj.data.files import atomic_write, write_json
    from nonproj.data.rows import as_csv, read_rows, write_rows
    from nonproj.data.yaml_files import read_declared, read_yaml

__getattr__ = on_demand(__name__)
