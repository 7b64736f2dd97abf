/** What can be done with the memos of the open text, whichever key, menu or button it comes from. One at most is being written. */

import { EditorView } from '@codemirror/view'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keyOfCopy } from '../../../data/copies/copyKey.ts'
import type { MemoDraft } from '../../../data/copies/memoDrafts.ts'
import { runTakeable } from '../../../data/copies/runTakeable.ts'
import { useProject, useValue } from '../../../data/live/useLive.ts'
import { session } from '../../../data/server/session.ts'
import { useT } from '../../../i18n/useT.ts'
import { isProblem } from '../../../model/problems.ts'
import type { Passage } from '../../../state/passage.ts'
import { showProblem } from '../../../ui/feedback/showProblem.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Answer } from '../editing/answer.ts'
import type { AnswerPlace } from '../editing/answerPlace.ts'
import type { AnswerView } from '../useAnswerView.ts'
import { type KeptDraft, keepDraft, placeAgain, takeDraft, wordsOf } from './memoDraft.ts'
import {
  type MemoPlace,
  memoById,
  memoState,
  memosAt,
  setActiveMemo,
  setMemoWriting,
  unsavedMemo,
} from './memoState.ts'
import { saveLeft } from './saveLeft.ts'

const wholeSource: MemoPlace = { from: 0, to: 0 }
const SETTLE_EVERY = 40
const SETTLE_FOR = 4000

export interface MemoActions {
  /** What is being written; its place is in the view's state. */
  draft: MemoDraft | null
  /** The one that is to get the focus once its card is drawn. */
  focusNext: number | null
  focused: () => void
  /** Shows the memos or hides them. */
  toggle: () => void
  /** Begins a memo on the selected words; with none selected, goes to the memo at the caret. */
  write: () => void
  writeOnSource: () => void
  edit: (memoId: number) => void
  typed: (text: string) => void
  save: (text: string) => Promise<void>
  cancel: (text: string) => void
  remove: (memoId: number) => void
  /** Its words are marked and its card stands beside them. `focus`: the card gets it. */
  activate: (memoId: number | null, focus?: boolean) => void
  /** By the order of the text, from `memoId`, else from the active one, else to the first or the last. */
  step: (by: 1 | -1, memoId?: number) => void
  toText: () => void
  /** What is written, or is active, comes into sight. */
  revealActive: () => void
}

interface MemoActionsOptions {
  place: AnswerPlace
  opened: AnswerView
  canWrite: boolean
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The words selected in the text. */
  selection: () => Passage | null
}

/** Until the worker has all that was typed: positions are then those of its text. */
async function settled(answer: Answer): Promise<void> {
  for (const end = Date.now() + SETTLE_FOR; answer.local().length > 0 && Date.now() < end; ) {
    answer.flush()
    await new Promise((resolve) => setTimeout(resolve, SETTLE_EVERY))
  }
}

export function useMemos({ place, opened, canWrite, isOpen, onOpen, selection }: MemoActionsOptions): MemoActions {
  const t = useT()
  const project = useProject()
  const source = useValue('source', { sourceId: place.sourceId })?.title ?? ''
  const [draft, setDraft] = useState<MemoDraft | null>(null)
  const [focusNext, setFocusNext] = useState<number | null>(null)
  const kept = useRef<KeptDraft | null>(null)
  const isSaving = useRef(false)
  const now = useRef({ draft, project, place, opened, isOpen, onOpen, canWrite, t })
  now.current = { ...now.current, project, place, opened, isOpen, onOpen, canWrite, t }
  const view = (): EditorView | null => (now.current.opened.state === 'open' ? now.current.opened.coding.view : null)
  const focused = useCallback(() => setFocusNext(null), [])

  const hold = (next: MemoDraft | null) => {
    now.current.draft = next
    setDraft(next)
    view()?.dispatch({ effects: setMemoWriting.of(next && { id: next.memoId, from: next.from, to: next.to }) })
  }
  const reveal = ({ from, to }: MemoPlace) => {
    const at = view()
    if (!at) return
    const { top } = at.scrollDOM.getBoundingClientRect()
    const row = at.coordsAtPos(from)
    const isSeen = row && row.top >= top && row.bottom <= at.scrollDOM.getBoundingClientRect().bottom - 60
    if (!isSeen)
      at.dispatch({ effects: EditorView.scrollIntoView(from, { y: from === 0 && to === 0 ? 'start' : 'center' }) })
  }
  /** True where a memo is being written: nothing else may happen to memos until that is done (1 §4), and it says so. */
  const isBusy = (): boolean => {
    const busy = now.current.draft
    if (!busy) return false
    toast.show({ id: 'memo', kind: 'warning', message: t('memo.finishFirst') })
    if (!now.current.isOpen) now.current.onOpen(true)
    const writing = view()?.state.field(memoState).writing
    if (writing) reveal(writing)
    setFocusNext(busy.memoId)
    return true
  }
  const begin = (next: Omit<MemoDraft, 'words' | 'source'>, keeper?: KeptDraft) => {
    const at = view()
    if (!at) return
    kept.current = keeper ?? keepDraft(keyOfCopy(project), place)
    const whole = { ...next, words: wordsOf((from, to) => at.state.sliceDoc(from, to), next), source }
    hold(whole)
    if (whole.text !== whole.before) kept.current.keep(whole)
    if (!now.current.isOpen) now.current.onOpen(true)
    at.dispatch({ effects: setActiveMemo.of(next.memoId === unsavedMemo ? null : next.memoId) })
    reveal(next)
    setFocusNext(next.memoId)
  }
  const beginNew = (at: MemoPlace) => {
    if (isBusy()) return
    if (!now.current.canWrite) showProblem({ kind: 'readOnly' })
    else begin({ memoId: unsavedMemo, before: '', text: '', ...at })
  }
  const end = () => {
    kept.current?.drop()
    kept.current = null
    hold(null)
  }
  const activate = (memoId: number | null, focus = false) => {
    const at = view()
    if (!at || (memoId !== now.current.draft?.memoId && memoId !== null && isBusy())) return
    const { active } = at.state.field(memoState)
    if (active !== memoId) at.dispatch({ effects: setActiveMemo.of(memoId) })
    const memo = memoId === null ? undefined : memoById(at.state, memoId)
    if (!memo) return
    if (!now.current.isOpen) now.current.onOpen(true)
    reveal(memo)
    if (focus) setFocusNext(memo.id)
  }
  const restore = (given: MemoDraft, keeper: KeptDraft) => {
    const at = view()
    if (!at) return keeper.leave()
    const row = memoById(at.state, given.memoId)
    const where = row ?? placeAgain(at.state.doc.toString(), given)
    begin({ ...given, memoId: row ? row.id : unsavedMemo, from: where.from, to: where.to }, keeper)
  }

  // What a reload, or a look at another source, has cut off.
  const { sourceId, questionId } = place
  const isHere = opened.state === 'open' && opened.coding.view.state.field(memoState).isLoaded
  const latest = useRef({ restore, canWrite })
  latest.current = { restore, canWrite }
  useEffect(() => {
    if (!isHere || !latest.current.canWrite) return
    let isGone = false
    void takeDraft(keyOfCopy(project), { sourceId, questionId }).then((found) => {
      if (!found) return
      if (isGone || now.current.draft) found.kept.leave()
      else latest.current.restore(found.draft, found.kept)
    })
    return () => {
      isGone = true
    }
  }, [project, sourceId, questionId, isHere])
  useEffect(
    () => () => {
      const { draft: left, project, t } = now.current
      // Whose session has ended, or whose project is gone, is told of it where that is said: it may go with the copy.
      const stays = session.standing === 'known' && project.state.problem?.kind !== 'accessRevoked'
      if (left && left.text !== left.before && stays) {
        if (kept.current?.isKept()) toast.show({ id: 'memo', message: t('memo.kept') })
        else void saveLeft(left, now.current)
      }
      kept.current?.leave()
      kept.current = null
    },
    [],
  )

  const undo = async (takeBack: () => ReturnType<typeof project.undo>) => {
    const undone = await takeBack()
    if ('problem' in undone) showProblem(undone.problem)
  }

  return {
    draft,
    focusNext,
    focused,
    toggle: () => {
      if (!isBusy()) onOpen(!now.current.isOpen)
    },
    write: () => {
      const at = view()
      const selected = selection()
      if (!at) return
      if (selected) {
        beginNew({ from: selected.start, to: selected.start + selected.length })
        return
      }
      const { head } = at.state.selection.main
      const [here] = memosAt(at.state, head, head)
      if (here) activate(here.id, true)
      else toast.show({ message: t('text.selectFirst') })
    },
    writeOnSource: () => beginNew(wholeSource),
    edit: (memoId) => {
      const at = view()
      const row = at && memoById(at.state, memoId)
      if (!row || isBusy()) return
      if (!now.current.canWrite) return showProblem({ kind: 'readOnly' })
      begin({ memoId, before: row.memo.content, text: row.memo.content, from: row.from, to: row.to })
    },
    typed: (text) => {
      const held = now.current.draft
      const writing = view()?.state.field(memoState).writing
      if (!held || !writing) return
      const next = { ...held, text, from: writing.from, to: writing.to }
      now.current.draft = next
      kept.current?.keep(text === next.before ? null : next)
    },
    save: async (text) => {
      const held = now.current.draft
      if (!held || isSaving.current || text.trim() === '') return
      if (opened.state !== 'open') return
      isSaving.current = true
      try {
        const isNew = held.memoId === unsavedMemo
        if (isNew) await settled(opened.answer)
        const { writing } = opened.coding.view.state.field(memoState)
        if (!writing) return
        const start = writing.from
        const on = { ...place, start, length: writing.to - start, tick: opened.answer.tick() }
        const done = isNew
          ? await project.run('createMemo', { ...on, content: text })
          : text === held.before
            ? { ok: undefined }
            : await project.run('updateMemo', { memoId: held.memoId, content: text })
        if (isProblem<unknown>(done)) {
          showProblem(done.problem)
          // Someone has deleted it meanwhile: what was written is a memo of its own.
          if (done.problem.kind === 'memoNotFound') {
            hold({ ...held, memoId: unsavedMemo, before: '', text })
            setFocusNext(unsavedMemo)
          }
          return
        }
        const id = isNew ? (done.ok as number) : held.memoId
        end()
        view()?.dispatch({ effects: setActiveMemo.of(id) })
        setFocusNext(id)
      } finally {
        isSaving.current = false
      }
    },
    cancel: (text) => {
      const held = now.current.draft
      if (!held) return
      const writing = view()?.state.field(memoState).writing ?? held
      end()
      if (held.memoId === unsavedMemo) view()?.focus()
      else setFocusNext(held.memoId)
      if (text === held.before || text.trim() === '') return
      toast.show({
        id: 'memo',
        message: t('memo.discarded'),
        action: {
          label: t('ui.undo'),
          onClick: () => isBusy() || begin({ ...held, text, from: writing.from, to: writing.to }),
        },
      })
    },
    remove: async (memoId) => {
      if (isBusy()) return
      const result = await runTakeable(project, 'removeMemos', { memoIds: [memoId] })
      if ('problem' in result) return showProblem(result.problem)
      toast.show({
        id: 'step',
        message: t('memo.removed'),
        action: { label: t('ui.undo'), onClick: () => void undo(result.ok) },
      })
    },
    activate,
    step: (by, memoId) => {
      const state = view()?.state.field(memoState)
      if (!state) return
      const { shown, active } = state
      const at = shown.findIndex(({ id }) => id === (memoId ?? active))
      const next = at < 0 ? shown.at(by === 1 ? 0 : -1) : shown[at + by]
      if (next) activate(next.id, true)
    },
    toText: () => view()?.focus(),
    revealActive: () => {
      const at = view()
      if (!at) return
      const { writing, active } = at.state.field(memoState)
      const place = writing ?? (active === null ? undefined : memoById(at.state, active))
      if (place) requestAnimationFrame(() => at.dom.isConnected && reveal(place))
    },
  }
}
