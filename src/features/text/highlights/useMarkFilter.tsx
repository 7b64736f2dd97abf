import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../../../data/live/useLive.ts'
import { compareTitles } from '../../../i18n/formats.ts'
import { everyMark, type MarkFilter, marksShown } from '../../../model/rules/analysis/markFilter.ts'
import { editorOf } from '../../../state/editor.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import type { CodingEditor } from '../codingEditor.ts'
import type { AnswerPlace } from '../editing/answerPlace.ts'
import { memoState } from '../memos/memoState.ts'
import { highlightState, placed, setShows } from './highlightState.ts'

const MarkFilterBar = lazyPart(async () => (await import('./MarkFilterBar.tsx')).MarkFilterBar)
const MarkFilterNote = lazyPart(async () => (await import('./MarkFilterBar.tsx')).MarkFilterNote)

export interface MarkFiltering {
  isOpen: boolean
  toggle: () => void
  /** Null: all. */
  shows: ReturnType<typeof marksShown>
  /** The strip of the filter, or the note that something is left out. */
  bar: ReactNode
}

/** Tells the text which highlights the reader wants to see, and lets that be chosen. `updates` counts the text's own. */
export function useMarkFilter(coding: CodingEditor | null, place: AnswerPlace, updates: number): MarkFiltering {
  const editor = editorOf(useProject().uuid)
  const markFilter = useSnapshot(editor).markFilter as MarkFilter
  const [isOpen, setOpen] = useState(false)
  const shows = useMemo(() => marksShown(markFilter), [markFilter])
  const view = coding?.view ?? null
  useEffect(() => {
    if (view && view.state.field(highlightState).shows !== shows) view.dispatch({ effects: setShows.of(shows) })
  }, [view, shows])

  const close = () => {
    setOpen(false)
    view?.focus()
  }
  const change = (filter: MarkFilter) => {
    editor.markFilter = filter
  }
  const bar = !view ? null : isOpen ? (
    <OpenBar view={view} place={place} filter={markFilter} onChange={change} onClose={close} />
  ) : shows ? (
    <Note view={view} updates={updates} onChange={() => setOpen(true)} onShowAll={() => change(everyMark)} />
  ) : null
  return { isOpen, shows, toggle: () => (isOpen ? close() : setOpen(true)), bar: <Suspense>{bar}</Suspense> }
}

interface OpenBarProps {
  view: CodingEditor['view']
  place: AnswerPlace
  filter: MarkFilter
  onChange: (filter: MarkFilter) => void
  onClose: () => void
}

function OpenBar({ view, place, filter, ...acts }: OpenBarProps) {
  const memos = useRows('memos', place)
  const { set } = view.state.field(highlightState)
  const authors = useMemo(() => {
    const names = new Set(filter.withoutAuthors)
    for (const cursor = set.iter(); cursor.value; cursor.next()) names.add(cursor.value.author)
    for (const { author } of memos?.values() ?? []) names.add(author)
    return [...names].sort(compareTitles)
  }, [set, memos, filter.withoutAuthors])
  return <MarkFilterBar authors={authors} filter={filter} {...acts} />
}

interface NoteProps {
  view: CodingEditor['view']
  /** Drawn anew with each. */
  updates: number
  onChange: () => void
  onShowAll: () => void
}

function Note({ view, onChange, onShowAll }: NoteProps) {
  const highlights = view.state.field(highlightState)
  const memos = view.state.field(memoState)
  return (
    <MarkFilterNote
      shown={placed(highlights).length}
      all={highlights.set.size}
      memos={{ shown: memos.shown.length, all: memos.list.length }}
      onChange={onChange}
      onShowAll={onShowAll}
    />
  )
}
