import { useRef, useState } from 'react'
import { runTakeable } from '../../data/copies/runTakeable.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { GroupsEditor } from './GroupsEditor.tsx'
import type { GroupEntry } from './groupEntries.ts'
import { useGroupEntries } from './useGroupEntries.ts'

export interface EditGroupsProps {
  open: boolean
  onClose: () => void
}

/** What the field can be blamed for: it is marked until the name is changed. */
const ofTheName: readonly Problem['kind'][] = ['groupNameRequired', 'groupExists']

/** The Edit groups dialog (specification 1 §2, §4): groups are made, renamed and deleted; which quirks are in them is the quirks' to say. */
export function EditGroups({ open, onClose }: EditGroupsProps) {
  const t = useT()
  const project = useProject()
  const groups = useGroupEntries()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [invalid, setInvalid] = useState(false)
  const [busy, setBusy] = useState(false)
  const [said, say] = useState('')

  // 1 §8: whatever the trouble, a toast says it, and nothing says it twice; what was typed stays.
  const show = (found: Problem) => showProblem(found, { id: 'groups' })
  const create = async () => {
    setBusy(true)
    const made = await project.run('createGroup', { description: name })
    setBusy(false)
    field.current?.focus()
    if (isProblem(made)) {
      show(made.problem)
      setInvalid(ofTheName.includes(made.problem.kind))
      return
    }
    toast.close('groups')
    setName('')
    setInvalid(false)
    say(`${t('group.created', { name: name.trim() })}. ${t('group.how')}`)
  }
  const rename = async ({ id }: GroupEntry, name: string): Promise<boolean> => {
    const done = await project.run('updateGroup', { groupId: id, description: name })
    if (isProblem<void>(done)) show(done.problem)
    else toast.close('groups')
    return !isProblem<void>(done)
  }
  const remove = async ({ id, name: removed }: GroupEntry): Promise<boolean> => {
    const done = await runTakeable(project, 'removeGroup', { groupId: id })
    if (isProblem(done)) {
      show(done.problem)
      return false
    }
    const undo = async () => {
      const undone = await done.ok()
      if (isProblem(undone)) show(undone.problem)
    }
    toast.close('groups')
    toast.show({
      kind: 'success',
      message: t('group.deleted', { name: removed }),
      action: { label: t('ui.undo'), onClick: () => void undo() },
      id: 'step',
    })
    return true
  }

  return (
    <Modal open={open} onClose={onClose} title={t('group.editTitle')} initialFocus={field}>
      <GroupsEditor
        groups={groups}
        name={name}
        onName={(next) => {
          setName(next)
          setInvalid(false)
        }}
        invalid={invalid || undefined}
        busy={busy}
        onCreate={() => void create()}
        onRename={rename}
        onRemove={remove}
        field={field}
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </Modal>
  )
}
