/** A typed statement on SQLite's WebAssembly build: stopped between its steps, bounded in memory, refused whatever is not reading. */
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import {
  type Asked,
  type Asking,
  beginsAsReading,
  type Cell,
  isNothing,
  longestValue,
  mayDo,
  mostMemory,
} from '../statement.ts'

/** Of SQLite's machine between two looks at whether to go on: some tenths of a millisecond. */
const stepsPerLook = 1000

const code = { deny: 1, noMemory: 7, interrupt: 9, row: 100, done: 101 } as const

const decoder = new TextDecoder()

/** `read` gives the value of a column of the row that a statement stands on. */
export function askWasm(
  sqlite3: Sqlite3Static,
  handle: number,
  read: (statement: number, column: number) => Cell,
  sql: string,
  asking: Asking,
): Asked {
  const { capi, wasm } = sqlite3
  // The package's types want its own kind of pointer.
  const db = handle as never
  if (!beginsAsReading(sql)) return { end: 'refused' }
  const before = wasm.heap8u().length
  const ended: { why: 'stopped' | 'tooMuch' | null } = { why: null }
  const look = () => {
    if (wasm.heap8u().length - before > mostMemory) ended.why = 'tooMuch'
    else if (asking.stop()) ended.why = 'stopped'
    return ended.why === null ? 0 : 1
  }
  const wrong = (): Asked => {
    const at = capi.sqlite3_error_offset(db)
    const words = capi.sqlite3_errmsg(db)
    return { end: 'wrong', words, at: at < 0 ? null : unitsBefore(sql, at) }
  }
  const longest = capi.sqlite3_limit(db, capi.SQLITE_LIMIT_LENGTH, longestValue)
  capi.sqlite3_set_authorizer(
    db,
    (_, what, first, second) => (mayDo(what, first || null, second || null) ? 0 : code.deny),
    0,
  )
  capi.sqlite3_progress_handler(db, stepsPerLook, look, 0)
  const scope = wasm.scopedAllocPush()
  let statement = 0
  try {
    const [text, length] = wasm.scopedAllocCString(sql, true) as unknown as [number, number]
    const out = wasm.scopedAllocPtr(1) as unknown as number
    const tail = wasm.scopedAllocPtr(1) as unknown as number
    if (capi.sqlite3_prepare_v3(db, text as never, length, 0, out as never, tail as never) !== 0) return wrong()
    statement = wasm.peekPtr(out as never) as unknown as number
    const rest = wasm.peekPtr(tail as never) as unknown as number
    if (!isNothing(decoder.decode(wasm.heap8u().slice(rest, text + length)))) return { end: 'refused' }
    if (statement === 0 || capi.sqlite3_stmt_readonly(statement as never) === 0) return { end: 'refused' }
    return stepThrough()
  } finally {
    if (statement !== 0) capi.sqlite3_finalize(statement as never)
    wasm.scopedAllocPop(scope)
    capi.sqlite3_progress_handler(db, 0, 0, 0)
    capi.sqlite3_set_authorizer(db, 0 as never, 0)
    capi.sqlite3_limit(db, capi.SQLITE_LIMIT_LENGTH, longest)
  }

  function stepThrough(): Asked {
    const count = capi.sqlite3_column_count(statement as never)
    asking.columns(Array.from({ length: count }, (_, at) => capi.sqlite3_column_name(statement as never, at) ?? ''))
    for (;;) {
      const result = capi.sqlite3_step(statement as never)
      if (result === code.done) return { end: 'all' }
      if (result === code.interrupt && ended.why !== null) return { end: ended.why }
      if (result === code.noMemory) return { end: 'tooMuch' }
      if (result !== code.row) return wrong()
      const cells: Cell[] = []
      for (let column = 0; column < count; column += 1) cells.push(read(statement, column))
      if (!asking.row(cells)) return { end: 'enough' }
    }
  }
}

/** UTF-16 units of the text before so many bytes of its UTF-8. */
function unitsBefore(text: string, bytes: number): number {
  return decoder.decode(new TextEncoder().encode(text).subarray(0, bytes)).length
}
