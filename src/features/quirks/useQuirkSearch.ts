import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { mostUsed } from '../../model/limits.ts'
import type { QuirkItem } from '../../model/rules/quirkItems.ts'
import { fold, searchQuirks } from '../../model/rules/quirkSearch.ts'

/** So many are listed: who does not see theirs types more. */
const mostListed = 60

/** Something that can be chosen; `section` names what begins with it. */
export type Choice = { readonly section?: 'recent' | 'mostUsed' | 'others' | undefined } & (
  | { readonly quirk: QuirkItem }
  | { readonly create: string }
)

interface QuirkSearchOptions {
  items: readonly QuirkItem[]
  /** Ids of the quirks used last, the last one first: they lead the list while nothing is typed. */
  recent?: readonly number[] | undefined
  /** What is typed can become a quirk. */
  mayCreate?: boolean | undefined
  /** While nothing is typed no more are listed than the most used. */
  onlyMostUsed?: boolean | undefined
  /** What is typed at first. */
  start?: string | undefined
  /** `stays`: with Ctrl (on a Mac Cmd): the person wants to go on choosing. */
  onChoose: (choice: Choice, stays: boolean) => void
}

export type QuirkSearch = ReturnType<typeof useQuirkSearch>

/** A field and the list of what it finds: type to narrow, arrows to move, Enter to choose, with the focus left in the field. */
export function useQuirkSearch(options: QuirkSearchOptions) {
  const { items, recent, mayCreate, onlyMostUsed, start = '', onChoose } = options
  const listId = useId()
  const [text, setText] = useState(start)
  const [at, setAt] = useState(0)
  const choices = useMemo(
    () => choicesFor(items, text, { recent, mayCreate, onlyMostUsed }),
    [items, text, recent, mayCreate, onlyMostUsed],
  )
  const current = Math.min(at, choices.length - 1)
  const point = (next: number) => {
    setAt(next)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== undefined) point(Math.max(0, Math.min(choices.length - 1, current + step)))
    else if (choices[current] && !event.nativeEvent.isComposing)
      onChoose(choices[current], event.ctrlKey || event.metaKey)
  }
  return {
    text,
    setText: (next: string) => {
      setText(next)
      setAt(0)
    },
    choices,
    current,
    point: setAt,
    choose: onChoose,
    listId,
    focus: () => document.getElementById(`${listId}-field`)?.focus({ preventScroll: true }),
    field: {
      id: `${listId}-field`,
      onKeyDown,
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': choices.length > 0 ? `${listId}-${current}` : undefined,
    } as const,
  }
}

export function choicesFor(
  items: readonly QuirkItem[],
  text: string,
  { recent = [], mayCreate, onlyMostUsed }: Pick<QuirkSearchOptions, 'recent' | 'mayCreate' | 'onlyMostUsed'>,
): Choice[] {
  const typed = text.trim()
  if (typed !== '') {
    const found: Choice[] = searchQuirks(items, typed, mostListed).map((quirk) => ({ quirk }))
    const known = items.some(({ title }) => fold(title) === fold(typed))
    return mayCreate && !known ? [...found, { create: typed }] : found
  }
  const byId = new Map(items.map((quirk) => [quirk.id, quirk]))
  const first = recent.flatMap((id) => byId.get(id) ?? []).slice(0, mostUsed)
  const rest = searchQuirks(items, '', mostListed).filter((quirk) => !first.includes(quirk))
  const most = rest.slice(0, mostUsed).filter(({ highlights }) => highlights > 0)
  const others = onlyMostUsed ? [] : rest.slice(most.length)
  return [
    ...headed('recent', first),
    ...headed('mostUsed', most),
    // Where all are listed as one there is nothing to tell apart.
    ...headed(first.length + most.length > 0 ? 'others' : undefined, others),
  ]
}

const headed = (section: Choice['section'], quirks: readonly QuirkItem[]): Choice[] =>
  quirks.map((quirk, number) => (number === 0 ? { quirk, section } : { quirk }))
