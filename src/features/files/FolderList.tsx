import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatRelative } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { FolderEntry } from '../../model/contract/shapes.ts'
import { ChevronRightIcon, FolderIcon, ImportIcon, ProjectIcon } from '../../ui/icons.ts'
import { List } from '../../ui/lists/List.tsx'

export interface FolderListProps {
  entries: readonly FolderEntry[]
  /** The path of the file that is chosen. */
  chosen: string | null
  onEnter: (folder: string) => void
  onChoose: (file: FolderEntry) => void
  /** A second click, or Enter. */
  onOpen: (file: FolderEntry) => void
  /** Whether the first row takes the focus when the folder has changed. */
  takesFocus: boolean
}

const rowHeight = 40

/** Folders and projects: arrow keys, Home and End move, Enter goes in, letters find. */
export function FolderList({ entries, chosen, onEnter, onChoose, onOpen, takesFocus }: FolderListProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const wanted = useRef<number | null>(takesFocus ? 0 : null)

  // Rows out of sight are drawn after the list has scrolled to them.
  useEffect(() => {
    if (wanted.current === null) return
    const frame = requestAnimationFrame(() => {
      const row = box.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
      row?.focus({ preventScroll: true })
      if (row) wanted.current = null
    })
    return () => cancelAnimationFrame(frame)
  })

  const move = (to: number) => {
    const next = Math.max(0, Math.min(entries.length - 1, to))
    wanted.current = next
    setAt(next)
  }
  const found = useTypeahead(entries)
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }
    const to = steps[event.key] ?? found(event, at)
    if (to === undefined) return
    move(to)
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows are buttons; keys bubble from them
    <div className="files-list" ref={box} onKeyDown={press}>
      <List
        label={t('files.list')}
        items={entries}
        keyOf={(entry) => entry.path}
        rowHeight={rowHeight}
        showIndex={at}
        row={(entry, index) => (
          <button
            type="button"
            className="files-row"
            data-row={index}
            tabIndex={index === at ? 0 : -1}
            aria-pressed={entry.kind === 'folder' ? undefined : entry.path === chosen}
            onFocus={() => setAt(index)}
            onClick={(event) => {
              if (entry.kind === 'folder') onEnter(entry.path)
              // A press of Enter has no clicks to count.
              else if (event.detail === 0) onOpen(entry)
              else onChoose(entry)
            }}
            onDoubleClick={() => entry.kind !== 'folder' && onOpen(entry)}
          >
            {entry.kind === 'folder' && <FolderIcon aria-hidden />}
            {entry.kind === 'project' && <ProjectIcon aria-hidden data-project />}
            {entry.kind === 'qdpx' && <ImportIcon aria-hidden />}
            <span className="files-name">{entry.name}</span>
            {entry.kind === 'folder' ? (
              <ChevronRightIcon aria-hidden />
            ) : (
              <span className="files-when">{t('files.modified', { when: formatRelative(entry.modified) })}</span>
            )}
          </button>
        )}
      />
    </div>
  )
}

const typingPause = 700

/** The next entry that begins with the letters typed in a row. */
function useTypeahead(entries: readonly FolderEntry[]) {
  const typed = useRef({ text: '', time: 0 })
  return ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, at: number): number | undefined => {
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
    const now = performance.now()
    const text = (now - typed.current.time < typingPause ? typed.current.text : '') + key.toLowerCase()
    typed.current = { text, time: now }
    const begins = ({ name }: FolderEntry) => name.toLowerCase().startsWith(text)
    const from = text.length > 1 ? at : at + 1
    const next = entries.findIndex((entry, index) => index >= from && begins(entry))
    const any = next >= 0 ? next : entries.findIndex(begins)
    return any >= 0 ? any : undefined
  }
}
