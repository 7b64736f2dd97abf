import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { keyOfCopy } from '../../data/copies/copyKey.ts'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { useOpenable } from '../../data/live/useOpenable.ts'
import { useT } from '../../i18n/useT.ts'
import type { NewQuirk } from '../../model/commands.ts'
import { longestText, longestTitle } from '../../model/limits.ts'
import { cssColour, cssInk, PALETTE } from '../../model/palette.ts'
import { isProblem } from '../../model/problems.ts'
import type { CodePassage } from '../../state/codePassage.ts'
import type { Passage } from '../../state/passage.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { ColourPicker } from '../../ui/fields/ColourPicker.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CloseIcon } from '../../ui/icons.ts'
import { Keys } from '../../ui/Keys.tsx'
import { isTyped, keepDraft, keptDraft } from './keptDraft.ts'
import { nextColour } from './nextColour.ts'
import { emptyDraft, type QuirkDraft } from './quirkDraft.ts'

export interface NameQuirkProps {
  /** Where it is stored. */
  place: { x: number; y: number }
  /** What it is made for. */
  passage?: Passage | undefined
  /** The colour that it would have now. */
  onColour: (hex: string) => void
  /** With the quirk's id when it was made, null when it was left. */
  onClose: (quirkId: number | null) => void
}

interface Inside extends NameQuirkProps {
  onCode: CodePassage
  /** Goes on in the whole form; resolves to the quirk's id, or null when that was left. */
  onForm: (draft: QuirkDraft) => Promise<number | null>
}

/**
 * The few fields with which a new quirk is named where it stands: Enter keeps it, Tab goes on to its description, Escape takes it away. What was typed comes
 * back the next time, as in the whole form, until it is saved or given up.
 */
export function NameQuirk(props: Inside) {
  const rows = useRows('quirks', {})
  return rows ? <Fields {...props} colour={nextColour([...rows.values()].map(({ color }) => color))} /> : null
}

function Fields({ place, passage, onColour, onClose, onCode, onForm, colour }: Inside & { colour: string }) {
  const t = useT()
  const project = useProject()
  const copy = keyOfCopy(project)
  useOpenable(copy)
  const [back, setBack] = useState(() => keptDraft(copy, undefined))
  const [before] = useState(() => emptyDraft(colour))
  const [draft, setDraft] = useState<QuirkDraft>({ ...before, ...back })
  const [described, setDescribed] = useState(draft.description !== '')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [inForm, setInForm] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const description = useRef<HTMLInputElement>(null)
  const set = (changed: Partial<QuirkDraft>) => setDraft((now) => ({ ...now, ...changed }))

  useEffect(() => name.current?.select(), [])
  useEffect(() => onColour(draft.color), [onColour, draft.color])
  useEffect(() => keepDraft(copy, undefined, isTyped(draft) ? draft : null), [copy, draft])
  const giveUp = () => {
    keepDraft(copy, undefined, null)
    onClose(null)
  }
  const describe = () => {
    // The next letter is typed into it already.
    flushSync(() => setDescribed(true))
    description.current?.focus()
  }
  const goOn = async () => {
    setInForm(true)
    onClose(await onForm(draft))
  }
  const keep = async () => {
    const title = draft.title.trim()
    setMissing(title === '')
    if (title === '') return name.current?.focus()
    if (busy) return
    setBusy(true)
    const made = await create({ ...draft, groupIds: [...draft.groupIds], title, ...place })
    setBusy(false)
    if (made === null) return
    keepDraft(copy, undefined, null)
    onClose(made)
  }
  /** Null: it was refused, which the person has been told. */
  const create = async (quirk: NewQuirk): Promise<number | null> => {
    if (passage) return onCode({ passage }, quirk)
    const made = await project.run('createQuirk', quirk)
    if (!isProblem<unknown>(made)) return made.ok
    showProblem(made.problem)
    return null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event
    if (key === 'Escape') onClose(null)
    else if (key === 'Tab' && !event.shiftKey && target === name.current && !described) describe()
    else if (key === 'Enter' && target instanceof HTMLInputElement) void keep()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  /** Whoever goes on elsewhere without having named it wants none. */
  const onBlur = ({ currentTarget, relatedTarget, target }: FocusEvent) => {
    const stays = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    // The window has lost the focus, not the field.
    if (stays || document.activeElement === target || isTyped(draft) || inForm || busy) return
    onClose(null)
  }

  if (inForm) return null
  return (
    <div
      className="quirk-name"
      data-keep-clear
      role="dialog"
      aria-label={t(passage ? 'text.newQuirkFrom' : 'quirk.new')}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <div className="quirk-name-first">
        <TextField
          ref={name}
          label={t('quirk.title')}
          labelHidden
          placeholder={t('quirk.title')}
          value={draft.title}
          maxLength={longestTitle}
          error={missing && draft.title.trim() === '' ? t('quirk.titleMissing') : undefined}
          onChange={(title) => set({ title })}
        />
        <IconButton icon={CloseIcon} label={t('ui.cancel')} onClick={giveUp} />
      </div>
      {described && (
        <TextField
          ref={description}
          label={t('quirk.description')}
          labelHidden
          placeholder={t('quirk.description')}
          value={draft.description}
          maxLength={longestText}
          onChange={(text) => set({ description: text })}
        />
      )}
      {back && (
        <p className="quirk-name-back" role="status">
          {t('quirk.draftBack')}{' '}
          <button
            type="button"
            onClick={() => {
              setBack(null)
              setDraft(before)
              name.current?.focus()
            }}
          >
            {t('quirk.draftAfresh')}
          </button>
        </p>
      )}
      <ColourPicker
        label={t('colour.label')}
        colours={PALETTE.map(({ name: of, hex }) => ({
          hex,
          label: t(`colour.${of}`),
          paint: cssColour(hex),
          ink: cssInk,
        }))}
        value={draft.color}
        onChange={(color) => set({ color })}
      />
      <div className="quirk-name-foot">
        {described ? (
          <Button kind="quiet" onClick={() => void goOn()}>
            {t('quirk.allFields')}
          </Button>
        ) : (
          <Button kind="quiet" onClick={describe}>
            {t('quirk.description')}
            <Keys of="Tab" />
          </Button>
        )}
        <Button kind="primary" busy={busy} onClick={() => void keep()}>
          {t('quirk.create')}
          <Keys of="Enter" />
        </Button>
      </div>
    </div>
  )
}
