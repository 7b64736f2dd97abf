import { useRef, useState } from 'react'
import { useProject } from '../../data/useLive.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { longestText, longestTitle } from '../../model/limits.ts'
import { labelColour, PALETTE } from '../../model/palette.ts'
import { isProblem, type Result } from '../../model/problems.ts'
import type { Quirk } from '../../model/schema.ts'
import type { Passage } from '../../state/passage.ts'
import { Button } from '../../ui/Button.tsx'
import { ColourPicker } from '../../ui/ColourPicker.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'

export interface QuirkFormProps {
  open: boolean
  /** The quirk to change; without one a new quirk is made. */
  quirk?: Pick<Quirk, 'id' | 'title' | 'description' | 'color'> | undefined
  /** Of a new quirk: the colour offered, its place if one was pointed at, and the passage it is made for. */
  colour: string
  place?: { x: number; y: number } | undefined
  passage?: Passage | undefined
  /** With the quirk's id when it was made or saved, null when the form was left. */
  onClose: (quirkId: number | null) => void
}

/** Mount it anew for each quirk: what is typed begins with the quirk's own. */
export function QuirkForm({ open, quirk, colour, place, passage, onClose }: QuirkFormProps) {
  const t = useT()
  const project = useProject()
  const [title, setTitle] = useState(quirk?.title ?? '')
  const [description, setDescription] = useState(quirk?.description ?? '')
  const [color, setColor] = useState(quirk?.color ?? colour)
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)

  const create = async (): Promise<Result<number>> => {
    const made = { title: title.trim(), description: description.trim(), color, ...place }
    if (!passage) return project.run('createQuirk', made)
    const { sourceId, questionId, start, length } = passage
    const result = await project.run('createQuirkForPassage', { ...made, sourceId, questionId, start, length })
    return isProblem(result) ? result : { ok: result.ok.quirkId }
  }
  const update = async (known: NonNullable<typeof quirk>): Promise<Result<number>> => {
    const changed = {
      ...(title.trim() !== known.title && { title: title.trim() }),
      ...(description.trim() !== known.description && { description: description.trim() }),
      ...(color !== known.color && { color }),
    }
    if (Object.keys(changed).length === 0) return { ok: known.id }
    const result = await project.run('updateQuirk', { quirkId: known.id, ...changed })
    return isProblem(result) ? result : { ok: known.id }
  }
  const save = async () => {
    if (title.trim() === '') {
      setMissing(true)
      first.current?.focus()
      return
    }
    setBusy(true)
    const result = await (quirk ? update(quirk) : create())
    setBusy(false)
    if (isProblem(result)) toast.show({ kind: 'error', message: problemText(result.problem) })
    else onClose(result.ok)
  }

  return (
    <Modal
      open={open}
      onClose={() => onClose(null)}
      title={t(quirk ? 'quirk.edit' : passage ? 'text.newQuirkFrom' : 'quirk.new')}
      onSubmit={() => void save()}
      initialFocus={first}
      locked={busy}
      footer={
        <>
          <Button disabled={busy} onClick={() => onClose(null)}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {t(quirk ? 'quirk.save' : 'quirk.create')}
          </Button>
        </>
      }
    >
      <TextField
        ref={first}
        label={t('quirk.title')}
        value={title}
        maxLength={longestTitle}
        error={missing && title.trim() === '' ? t('quirk.titleMissing') : undefined}
        onChange={setTitle}
      />
      <TextField
        label={t('quirk.description')}
        note={t('quirk.descriptionHint')}
        rows={3}
        value={description}
        maxLength={longestText}
        onChange={setDescription}
      />
      <ColourPicker
        label={t('colour.label')}
        colours={PALETTE.map(({ name, hex }) => ({ hex, label: t(`colour.${name}`), ink: labelColour(hex) }))}
        value={color}
        onChange={setColor}
      />
    </Modal>
  )
}
