import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { shortcutOf } from '../../../actions/actionKeys.ts'
import { useProject, useRows } from '../../../data/live/useLive.ts'
import type { EntryGroup, PaletteEntry } from '../../../features/commandPalette/entry.ts'
import { Palette } from '../../../features/commandPalette/Palette.tsx'
import { findBest, fold } from '../../../features/commandPalette/ranking.ts'
import { useT } from '../../../i18n/useT.ts'
import { mayWrite } from '../../../model/access.ts'
import { cssColour } from '../../../model/palette.ts'
import type { SourceRow } from '../../../model/queries.ts'
import { pathText, quirkItems } from '../../../model/rules/quirkItems.ts'
import { editorOf } from '../../../state/editor.ts'
import { Dot } from '../../../ui/Dot.tsx'
import { SourceIcon } from '../../../ui/icons.ts'
import { useSettingEntries } from '../settings/useSettingEntries.tsx'
import { type Doable, type Handlers, recordOf } from './doable.ts'

interface CommandPaletteProps {
  open: boolean
  onClose: () => void
  /** It was called from the text: what is selected there comes first. */
  fromText: boolean
  handlers: Handlers
  onQuirk: (quirkId: number) => void
  onHighlight: (quirkId: number) => void
  onSource: (sourceId: number) => void
}

/** Shown of each kind, and remembered of what was done last. */
const mostOfAKind = 7
const mostRecent = 6
/** Sources that the worker looks out, of which the best are shown. */
const sourcesAsked = 50

interface Kind {
  heading: string
  /** With what each is found by; thousands of quirks become entries only when they are found. */
  sought: readonly { id: string; folded: string; weight?: number; entry: () => PaletteEntry }[]
}

const byLabel = (entries: readonly PaletteEntry[]): Kind['sought'] =>
  entries.map((entry) => ({
    id: entry.id,
    folded: fold(`${entry.label} ${entry.detail ?? ''}`),
    entry: () => entry,
  }))

/** Everything that can be done now, every quirk, every source, found by a few letters. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onClose, fromText, handlers, onQuirk, onHighlight, onSource } = props
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { selection, editing, recentlyDone } = useSnapshot(editor)
  const writes = mayWrite(useSnapshot(project.state).access)
  const [text, setText] = useState('')
  const typed = useDeferredValue(text)
  const rows = useRows('quirks', {})
  const sources = useFoundSources(typed)
  const settings = useSettingEntries()

  const quirks = useMemo(
    () =>
      quirkItems(rows?.values() ?? [], [], t('quirk.untitled')).map((quirk) => ({
        quirk,
        folded: fold(quirk.title),
        weight: quirk.highlights,
      })),
    [rows, t],
  )
  const quirkKind = (heading: string, kind: string, run: (quirkId: number) => void): Kind => ({
    heading,
    sought: quirks.map(({ quirk, ...sought }) => ({
      ...sought,
      id: `${kind}:${quirk.id}`,
      entry: () => ({
        id: `${kind}:${quirk.id}`,
        label: quirk.title,
        detail: pathText(quirk) || undefined,
        mark: <Dot colour={cssColour(quirk.color)} size={12} />,
        run: () => run(quirk.id),
      }),
    })),
  })
  const acting: PaletteEntry[] = offered(handlers).flatMap((id) => {
    const handler = handlers[id]
    if (!handler) return []
    const record = recordOf(id)
    const label = handler.title ?? t(record.title)
    // The keys of the canvas are heard where it is on the screen, where alone it can be fitted.
    const isDeaf = record.area === 'canvas' && !handlers.fit
    return { id, icon: record.icon, label, shortcut: isDeaf ? undefined : shortcutOf(record), run: handler.run }
  })
  const sourceEntry = (source: Pick<SourceRow, 'id' | 'title'>): PaletteEntry => ({
    id: `source:${source.id}`,
    label: source.title,
    icon: SourceIcon,
    run: () => onSource(source.id),
  })

  const going = quirkKind(t('palette.quirks'), 'quirk', onQuirk)
  const highlighting =
    selection && writes && !editing ? [quirkKind(t('palette.highlight'), 'highlight', onHighlight)] : []
  const kinds: Kind[] = [
    ...(fromText ? [...highlighting, going] : [going, ...highlighting]),
    { heading: t('palette.sources'), sought: byLabel(sources.found.map(sourceEntry)) },
    { heading: t('palette.commands'), sought: byLabel(acting) },
    { heading: t('palette.settings'), sought: byLabel(settings) },
  ]
  const titles = useTitlesOf(sourcesIn(recentlyDone))
  const sought = kinds.flatMap((kind) => kind.sought)
  const again = (id: string): PaletteEntry[] => {
    const title = titles.get(id)
    if (title !== undefined) return [sourceEntry({ id: Number(id.split(':')[1]), title })]
    const known = sought.find((one) => one.id === id)
    return known ? [known.entry()] : []
  }
  const groups = typed.trim() === '' ? atFirst() : fitting()

  function atFirst(): EntryGroup[] {
    const recent = recentlyDone.flatMap(again)
    const done = new Set(recent.map(({ id }) => id))
    return filled([
      { heading: t('palette.recent'), items: recent },
      { heading: t('palette.commands'), items: acting.filter(({ id }) => !done.has(id)) },
      { heading: t('palette.settings'), items: settings.filter(({ id }) => !done.has(id)) },
    ])
  }
  function fitting(): EntryGroup[] {
    const ranked = kinds.flatMap(({ heading, sought }) => {
      const best = findBest(sought, typed, mostOfAKind)
      return best ? { heading, best: best.best, items: best.items.map(({ entry }) => entry()) } : []
    })
    return ranked.sort((a, b) => a.best - b.best)
  }
  const choose = ({ id, run }: PaletteEntry) => {
    editor.recentlyDone = [id, ...editor.recentlyDone.filter((other) => other !== id)].slice(0, mostRecent)
    onClose()
    // First the focus goes back to where it was: what is done may take it from there.
    setTimeout(run, 60)
  }
  const found = typed !== text ? 'before' : sources.of === typed.trim() ? 'all' : 'some'
  return <Palette {...{ open, onClose, text, groups, found }} onText={setText} onChoose={choose} />
}

/** In the order in which the screen names them: what is done most comes first. */
const offered = (handlers: Handlers): Doable[] => Object.keys(handlers) as Doable[]

const filled = (groups: readonly EntryGroup[]): EntryGroup[] => groups.filter(({ items }) => items.length > 0)

/** The sources whose titles contain what is typed; those of the last question, which was `of`, until the next is answered. */
function useFoundSources(typed: string): { of: string; found: readonly SourceRow[] } {
  const project = useProject()
  const [answer, setAnswer] = useState<{ of: string; found: readonly SourceRow[] }>({ of: '', found: [] })
  useEffect(() => {
    const search = typed.trim()
    if (search === '') return setAnswer({ of: '', found: [] })
    const asked = { offset: 0, limit: sourcesAsked, search }
    return project.watch('sources', asked, ({ value }) => setAnswer({ of: search, found: value.rows }))
  }, [project, typed])
  return answer
}

const sourcesIn = (done: readonly string[]): string => done.filter((id) => id.startsWith('source:')).join()

/** The titles of sources that are not found by what is typed, by `source:3`; `ids` with commas between. */
function useTitlesOf(ids: string): ReadonlyMap<string, string> {
  const project = useProject()
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let current = true
    const asked = ids === '' ? [] : ids.split(',')
    const ask = (id: string) => project.ask('source', { sourceId: Number(id.split(':')[1]) })
    void Promise.all(asked.map(ask)).then((answers) => {
      if (current)
        setTitles(new Map(answers.flatMap(({ value }) => (value ? [[`source:${value.id}`, value.title]] : []))))
    })
    return () => {
      current = false
    }
  }, [project, ids])
  return titles
}
