import type { ReactNode, RefObject } from 'react'
import { useT } from '../../i18n/useT.ts'
import { longestText, longestTitle } from '../../model/limits.ts'
import { cssColour, cssInk, PALETTE } from '../../model/palette.ts'
import type { QuirkItem } from '../../model/rules/quirkItems.ts'
import { ColourPicker } from '../../ui/fields/ColourPicker.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ByKey } from '../../ui/keyboard.ts'
import { ParentField } from './ParentField.tsx'
import type { QuirkDraft } from './quirkDraft.ts'
import { ShortcutKeyField } from './ShortcutKeyField.tsx'

/** Draws the groups to check: groups are another feature's. */
export type GroupsSlot = (chosen: ReadonlySet<number>, onChange: (chosen: ReadonlySet<number>) => void) => ReactNode

export interface QuirkFieldsErrors {
  title?: string | undefined
  parent?: string | undefined
  shortcutKey?: string | undefined
}

interface QuirkFieldsProps {
  draft: QuirkDraft
  onChange: (draft: QuirkDraft) => void
  /** The quirks that it may be inside. */
  items: readonly QuirkItem[]
  /** Missing for a new quirk. */
  quirkId?: number | undefined
  errors: QuirkFieldsErrors
  groups?: GroupsSlot | undefined
  /** Those of the palette to choose from; else all. */
  colours?: readonly string[] | undefined
  first?: RefObject<HTMLInputElement | null> | undefined
}

export function QuirkFields({ draft, onChange, items, quirkId, errors, groups, colours, first }: QuirkFieldsProps) {
  const t = useT()
  const offered = PALETTE.filter(({ hex }) => !colours || colours.includes(hex))
  const set = (changed: Partial<QuirkDraft>) => onChange({ ...draft, ...changed })
  return (
    <>
      <TextField
        ref={first}
        label={t('quirk.title')}
        value={draft.title}
        maxLength={longestTitle}
        error={errors.title}
        onChange={(title) => set({ title })}
      />
      <TextField
        label={t('quirk.description')}
        note={t('quirk.descriptionHint')}
        rows={2}
        value={draft.description}
        maxLength={longestText}
        onChange={(description) => set({ description })}
      />
      <ColourPicker
        label={t('colour.label')}
        colours={offered.map(({ name, hex }) => ({
          hex,
          label: t(`colour.${name}`),
          paint: cssColour(hex),
          ink: cssInk,
        }))}
        value={draft.color}
        onChange={(color) => set({ color })}
      />
      <div className="quirk-fields-pair">
        <ParentField
          items={items}
          quirkId={quirkId}
          value={draft.parentQuirkId}
          onChange={(parentQuirkId) => set({ parentQuirkId })}
          error={errors.parent}
        />
        <ByKey>
          <ShortcutKeyField
            value={draft.shortcutKey}
            onChange={(shortcutKey) => set({ shortcutKey })}
            error={errors.shortcutKey}
          />
        </ByKey>
      </div>
      {groups?.(new Set(draft.groupIds), (chosen) => set({ groupIds: [...chosen] }))}
    </>
  )
}
