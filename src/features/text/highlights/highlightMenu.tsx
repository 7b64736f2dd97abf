import type { Translate } from '../../../i18n/i18n.ts'
import { cssColour } from '../../../model/palette.ts'
import { Dot } from '../../../ui/Dot.tsx'
import type { MenuEntry } from '../../../ui/menus/menuEntry.ts'
import type { PlacedHighlight } from './highlightState.ts'

interface Actions {
  t: Translate
  canWrite: boolean
  quirkOf: (id: number) => { title: string; color: string } | undefined
  onRecode: (highlight: PlacedHighlight) => void
  onSelect: (highlight: PlacedHighlight) => void
  /** Gives it the words that are selected; undefined where none are. */
  onFit: ((highlight: PlacedHighlight) => void) | undefined
  /** Takes the words that are selected out of it; undefined where none are. */
  onCut: ((highlight: PlacedHighlight) => void) | undefined
  onCopyReference: (highlight: PlacedHighlight) => void
  onRemove: (highlight: PlacedHighlight) => void
}

/** What can be done with one highlight, or with each of several: then one entry for each, with its own menu. */
export function highlightMenu(highlights: readonly PlacedHighlight[], actions: Actions): MenuEntry[] {
  const [only] = highlights
  if (!only) return []
  if (highlights.length === 1) return [{ heading: nameOf(only, actions), items: actsOn(only, actions) }]
  const names = new Map<string, number>()
  return highlights.map((highlight) => {
    // Labels name the entries of a menu: two of one quirk and author are told apart by number.
    const name = nameOf(highlight, actions)
    const n = (names.get(name) ?? 0) + 1
    names.set(name, n)
    const quirk = actions.quirkOf(highlight.value.quirkId)
    const color = quirk ? cssColour(quirk.color) : 'var(--edge)'
    return {
      label: n > 1 ? `${name} (${n})` : name,
      mark: <Dot colour={color} size={12} />,
      items: actsOn(highlight, actions),
    }
  })
}

const nameOf = ({ value }: PlacedHighlight, { t, quirkOf }: Actions): string =>
  t('text.highlightBy', { title: quirkOf(value.quirkId)?.title || t('quirk.untitled'), author: value.author })

function actsOn(highlight: PlacedHighlight, actions: Actions): MenuEntry[] {
  const { t, canWrite, onRecode, onSelect, onFit, onCut, onCopyReference, onRemove } = actions
  return [
    { label: t('text.selectWords'), onSelect: () => onSelect(highlight) },
    { label: t('text.changeQuirk'), onSelect: () => onRecode(highlight), disabled: !canWrite },
    ...(onFit ? [{ label: t('text.fitToSelection'), onSelect: () => onFit(highlight), disabled: !canWrite }] : []),
    ...(onCut ? [{ label: t('text.cutSelection'), onSelect: () => onCut(highlight), disabled: !canWrite }] : []),
    { label: t('text.copyReference'), onSelect: () => onCopyReference(highlight) },
    { label: t('text.removeHighlight'), onSelect: () => onRemove(highlight), danger: true, disabled: !canWrite },
  ]
}
