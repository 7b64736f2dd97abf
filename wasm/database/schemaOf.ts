import type { Db } from './db.ts'

/** Which of two tables of this name is meant where none is named: that in memory, which lies over the one of the file (`plainTables.ts`). */
export const schemaOf = (db: Db, table: string): 'main' | 'temp' =>
  db.one("SELECT 1 FROM temp.sqlite_schema WHERE type = 'table' AND name = ?", [table]) ? 'temp' : 'main'
