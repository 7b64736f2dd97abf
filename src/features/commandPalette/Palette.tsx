import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { useModalClose } from '../../ui/dialogs/useModalClose.ts'
import { Keys } from '../../ui/Keys.tsx'
import type { EntryGroup, PaletteEntry } from './entry.ts'

export interface PaletteProps {
  open: boolean
  onClose: () => void
  text: string
  onText: (text: string) => void
  /** What fits `text`, the best group first. */
  groups: readonly EntryGroup[]
  /** What is in `groups`: all that fits `text`, some of it while more is looked for, or what fitted the text before. */
  found: 'all' | 'some' | 'before'
  onChoose: (entry: PaletteEntry) => void
}

/** Type to find, arrows to move, Enter to do. It finds nothing by itself: whoever opens it gives the groups. */
export function Palette({ open, onClose, ...inside }: PaletteProps) {
  const t = useT()
  const onOpenChange = useModalClose(open, onClose)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-veil" />
        <Dialog.Popup className="ui-modal palette">
          <Dialog.Title className="visually-hidden">{t('palette.title')}</Dialog.Title>
          <PaletteList {...inside} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type InputKey = Parameters<NonNullable<ComponentProps<typeof Autocomplete.Input>['onKeyDown']>>[0]

interface PaletteListProps extends Omit<PaletteProps, 'open'> {
  /** A picture of it: the first entry is not highlighted, which would bring it into sight. */
  still?: boolean
}

/** The inside of the palette. */
export function PaletteList({ onClose, text, onText, groups, found, onChoose, still }: PaletteListProps) {
  const t = useT()
  const highlighted = useRef<PaletteEntry>(undefined)
  const entries = groups.flatMap(({ items }) => items)
  /** Enter came before anything was found: the first is meant. */
  const isAwaited = useRef(false)
  const chooseByKey = (event: InputKey) => {
    if (event.nativeEvent.isComposing) return
    event.preventDefault()
    event.preventBaseUIHandler()
    // Who is faster than the highlight, which comes after the entries, means the first; the list's own key would choose nothing then.
    const chosen = entries.find(({ id }) => id === highlighted.current?.id) ?? entries[0]
    if (chosen && found !== 'before') onChoose(chosen)
    else isAwaited.current = found !== 'all'
  }
  useEffect(() => {
    const [first] = entries
    if (!isAwaited.current || found === 'before' || !(first || found === 'all')) return
    isAwaited.current = false
    if (first) onChoose(first)
  })
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight={still ? false : 'always'}
      keepHighlight
      items={groups}
      value={text}
      onValueChange={(next, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') onText(next)
      }}
      itemToStringValue={(entry: PaletteEntry) => entry.label}
      onItemHighlighted={(entry) => {
        highlighted.current = entry
      }}
    >
      <div className="palette-field">
        <Autocomplete.Input
          className="ui-input palette-input"
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          spellCheck={false}
          onKeyDown={(event) => {
            isAwaited.current = false
            if (event.key === 'Enter') chooseByKey(event)
            if (event.key !== 'Escape') return
            event.preventBaseUIHandler()
            event.stopPropagation()
            if (text) onText('')
            else onClose()
          }}
        />
      </div>
      <Autocomplete.Empty className="palette-empty">{t('ui.noMatch')}</Autocomplete.Empty>
      <Autocomplete.List className="palette-list" aria-label={t('palette.title')}>
        {(group: EntryGroup) => (
          <Autocomplete.Group key={group.heading} items={group.items} className="palette-group">
            <Autocomplete.GroupLabel className="ui-menu-heading">{group.heading}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: PaletteEntry) => (
                <Autocomplete.Item
                  key={entry.id}
                  value={entry}
                  className="ui-menu-item palette-item"
                  onClick={() => onChoose(entry)}
                >
                  <Face {...entry} />
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

function Face({ icon: Mark, mark, label, detail, shortcut }: PaletteEntry) {
  return (
    <>
      {Mark ? <Mark aria-hidden /> : <span className="ui-menu-mark">{mark}</span>}
      <span className="palette-label">{label}</span>
      {detail && <span className="palette-detail">{detail}</span>}
      {shortcut && <Keys of={shortcut} />}
    </>
  )
}
