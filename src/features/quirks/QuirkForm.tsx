import { useEffect, useMemo, useRef, useState } from 'react'
import { keyOfCopy } from '../../data/copies/copyKey.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useOpenable } from '../../data/live/useOpenable.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { NewQuirk } from '../../model/commands.ts'
import { isProblem, type Result } from '../../model/problems.ts'
import { nestingProblem } from '../../model/rules/nesting.ts'
import type { QuirkItem } from '../../model/rules/quirkItems.ts'
import { none } from '../../model/schema.ts'
import type { CodePassage } from '../../state/codePassage.ts'
import type { Passage } from '../../state/passage.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { isTyped, keepDraft, keptDraft } from './keptDraft.ts'
import { type GroupsSlot, QuirkFields, type QuirkFieldsErrors } from './QuirkFields.tsx'
import { changedIn, emptyDraft, type QuirkDraft } from './quirkDraft.ts'
import { freeKey, isReserved } from './shortcutKey.ts'
import { useQuirkItems } from './useQuirkItems.ts'

export interface QuirkFormProps {
  open: boolean
  /** The quirk to change; without one a new quirk is made. */
  quirkId?: number | undefined
  /** What the fields begin with. */
  draft: QuirkDraft
  /** Of a new quirk: its place, if one was pointed at, and the passage it is made for. */
  place?: { x: number; y: number } | undefined
  passage?: Passage | undefined
  /** Gives the passage to the quirk. */
  onCode: CodePassage
  /** The groups to check, from the screen that knows them. */
  groups?: GroupsSlot | undefined
  /** The colours to choose from, with that of the quirk; else the whole palette. */
  colours?: ((own: string) => readonly string[]) | undefined
  /** With the quirk's id when it was made or saved, null when the form was left. */
  onClose: (quirkId: number | null) => void
}

/**
 * Mount it anew for each quirk: what is typed begins with the quirk's own. Left by Escape or a reload, what was typed is there the next
 * time; Cancel gives it up.
 */
export function QuirkForm(props: QuirkFormProps) {
  const { open, quirkId, draft: before, place, passage, groups, colours, onCode, onClose } = props
  const t = useT()
  const project = useProject()
  const items = useQuirkItems()
  const copy = keyOfCopy(project)
  useOpenable(copy)
  const [back, setBack] = useState(() => keptDraft(copy, quirkId))
  const [draft, setDraft] = useState<QuirkDraft>({ ...before, ...back })
  const [offered] = useState(() => colours?.(draft.color))
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const changed = changedIn(draft, quirkId === undefined ? emptyDraft(draft.color) : before)
  const errors = useErrors(items, quirkId, draft, changed)
  useEffect(() => {
    const typed = changedIn(draft, before)
    keepDraft(copy, quirkId, isTyped(typed) ? typed : null)
  }, [copy, quirkId, draft, before])
  const leave = (saved: number | null) => {
    keepDraft(copy, quirkId, null)
    onClose(saved)
  }

  /** Null: it was refused, which the person has been told. */
  const create = async (): Promise<Result<number> | null> => {
    // What was not filled in is left to the command; a title is there.
    const { color, parentQuirkId } = draft
    const made: NewQuirk = {
      ...changed,
      title: draft.title.trim(),
      color,
      parentQuirkId,
      ...(parentQuirkId === none && place),
    }
    if (!passage) return project.run('createQuirk', made)
    const quirk = await onCode({ passage }, made)
    return quirk === null ? null : { ok: quirk }
  }
  const update = async (id: number): Promise<Result<number>> => {
    if (Object.keys(changed).length === 0) return { ok: id }
    const result = await project.run('updateQuirk', { quirkId: id, ...changed })
    return isProblem(result) ? result : { ok: id }
  }
  const save = async () => {
    const untitled = draft.title.trim() === '' && (quirkId === undefined || 'title' in changed)
    setMissing(untitled)
    if (untitled) {
      first.current?.focus()
      return
    }
    if (errors.parent || errors.shortcutKey) return
    setBusy(true)
    const result = await (quirkId === undefined ? create() : update(quirkId))
    setBusy(false)
    if (result === null) return
    if (isProblem(result)) showProblem(result.problem)
    else leave(result.ok)
  }

  const isNew = quirkId === undefined
  return (
    <Modal
      open={open}
      onClose={() => onClose(null)}
      title={t(isNew ? (passage ? 'text.newQuirkFrom' : 'quirk.new') : 'quirk.edit')}
      onSubmit={() => void save()}
      initialFocus={first}
      locked={busy}
      footer={
        <>
          <Button disabled={busy} onClick={() => leave(null)}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {t(isNew ? 'quirk.create' : 'quirk.save')}
          </Button>
        </>
      }
    >
      {back && (
        <DraftNote
          onAfresh={() => {
            setBack(null)
            setDraft(before)
            first.current?.focus()
          }}
        />
      )}
      <QuirkFields
        draft={draft}
        onChange={setDraft}
        items={items ?? []}
        quirkId={quirkId}
        errors={{ ...errors, title: missing && draft.title.trim() === '' ? t('quirk.titleMissing') : undefined }}
        groups={groups}
        colours={offered}
        first={first}
      />
    </Modal>
  )
}

export function DraftNote({ onAfresh }: { onAfresh: () => void }) {
  const t = useT()
  return (
    <p className="quirk-draft" role="status">
      <span>{t('quirk.draftBack')}</span>
      <Button kind="quiet" onClick={onAfresh}>
        {t('quirk.draftAfresh')}
      </Button>
    </p>
  )
}

/** What is wrong with the fields that are changed, said as soon as it is: 1 §5, the three messages of nesting. */
function useErrors(
  items: readonly QuirkItem[] | undefined,
  quirkId: number | undefined,
  draft: QuirkDraft,
  changed: Partial<QuirkDraft>,
): QuirkFieldsErrors {
  const t = useT()
  const parents = useMemo(() => new Map(items?.map(({ id, parent }) => [id, parent])), [items])
  const nesting =
    changed.parentQuirkId === undefined ? null : nestingProblem(parents, quirkId ?? Number.NaN, changed.parentQuirkId)
  const key = draft.shortcutKey
  const owner = key === '' ? undefined : items?.find((item) => item.key === key && item.id !== quirkId)
  const free = owner && freeKey(new Set(items?.map((item) => item.key)), draft.title)
  return {
    parent: nesting ? problemText({ kind: nesting }) : undefined,
    shortcutKey: owner
      ? [t('quirk.keyTaken', { key, title: owner.title }), free && t('quirk.keyFree', { key: free })]
          .filter(Boolean)
          .join(' ')
      : isReserved(key)
        ? t('quirk.keyReserved', { key })
        : undefined,
  }
}
