import type { EditorView } from 'codemirror'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { insertName, openSqlEditor, replaceStatement } from './openSqlEditor.ts'

export interface SqlEditorProps {
  /** What stands in it to begin with. */
  first: string
  /** At each change, with the whole statement. */
  onChange: (sql: string) => void
  onRun: () => void
  ref: RefObject<SqlEditorHandle | null>
}
export interface SqlEditorHandle {
  /** Another statement in the place of this one. */
  replace: (sql: string) => void
  /** Writes a name where the cursor is. */
  writeName: (name: string) => void
}

/** Where a statement is written: coloured, with the project's tables and columns offered. */
export function SqlEditor({ first, onChange, onRun, ref }: SqlEditorProps) {
  const t = useT()
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef({ sql: first, onChange, onRun })
  useEffect(() => {
    latest.current = { ...latest.current, onChange, onRun }
  })
  useEffect(() => {
    const opened = openSqlEditor({
      parent: parent.current as HTMLDivElement,
      doc: latest.current.sql,
      t,
      onChange: (sql) => {
        latest.current.sql = sql
        latest.current.onChange(sql)
      },
      onRun: () => latest.current.onRun(),
    })
    view.current = opened
    return () => opened.destroy()
  }, [t])
  useImperativeHandle(ref, () => ({
    replace: (sql) => view.current && replaceStatement(view.current, sql),
    writeName: (name) => view.current && insertName(view.current, name),
  }))
  return <div ref={parent} className="console-sql" />
}
