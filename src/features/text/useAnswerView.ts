/** Binds an open text to its element: the text, its highlights, the quirks' colours, the place read last. */
import type { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ProjectHandle } from '../../data/handle.ts'
import type { Problem } from '../../model/problems.ts'
import type { Posted } from '../../model/queries.ts'
import { editorOf } from '../../state/editor.ts'
import { type CodingEditor, type CodingHooks, createCodingEditor } from './codingEditor.ts'
import { type Answer, openAnswer } from './editing/answer.ts'
import type { AnswerPlace } from './editing/answerPlace.ts'
import { showCaret } from './editing/othersCarets.ts'
import { packedOverLocal, rowsOverLocal } from './editing/overLocal.ts'
import { showOthers } from './editing/richState.ts'
import type { ColumnConfig } from './highlights/highlightColumn.ts'
import { setHighlights } from './highlights/highlightState.ts'
import { memosOverLocal, setMemos } from './memos/memoState.ts'

export type AnswerView =
  | { state: 'loading' }
  /** This source has no such text. */
  | { state: 'missing' }
  | { state: 'open'; coding: CodingEditor; answer: Answer; place: AnswerPlace }

interface Options {
  project: ProjectHandle
  place: AnswerPlace
  element: RefObject<HTMLElement | null>
  label: string
  column: ColumnConfig
  hooks: CodingHooks
  onProblem: (problem: Problem) => void
  /** What is said when someone else begins to write in the text. */
  writes: (author: string) => string
}

const SCROLL_KEPT_AFTER = 120

export function useAnswerView(options: Options): AnswerView {
  const { project, element } = options
  const { sourceId, questionId } = options.place
  const [view, setView] = useState<AnswerView>({ state: 'loading' })
  const latest = useRef(options)
  latest.current = options

  useEffect(() => {
    const place = { sourceId, questionId }
    let coding: CodingEditor | null = null
    /** What came before its text was shown. */
    const early: Posted<'highlights'>[] = []
    const earlyMemos: Posted<'memos'>[] = []
    const answer = openAnswer(project, place, {
      onText(shown) {
        coding?.view.destroy()
        coding = null
        if (!shown || !element.current) return setView(shown ? { state: 'loading' } : { state: 'missing' })
        const { label, column, hooks } = latest.current
        coding = createCodingEditor({
          parent: element.current,
          project: project.uuid,
          place,
          answer,
          shown,
          label,
          column,
          scrollTo: editorOf(project.uuid).scroll[`${sourceId}:${questionId}`],
          hooks,
        })
        keepScroll(coding.view, place, project.uuid)
        takeEarly()
        setView({ state: 'open', coding, answer, place })
      },
      onSteps: (steps, shown, by) => {
        if (!coding) return
        showOthers(coding.view, steps, shown)
        if (by !== null) showCaret(coding.view, by, steps, latest.current.writes(by))
      },
      onCaughtUp: () => takeEarly(),
      onProblem: (problem) => latest.current.onProblem(problem),
    })
    const isEarly = () => coding === null || answer.isBehind()
    // After the text: the worker posts in the order of the watches, so that positions are those of the text shown.
    const stop = project.watch('highlights', place, (posted) => (isEarly() ? early.push(posted) : take(posted)))
    const stopMemos = project.watch('memos', place, (posted) =>
      isEarly() ? earlyMemos.push(posted) : takeMemos(posted),
    )

    function takeEarly(): void {
      if (coding === null) return
      for (const posted of early.splice(0)) take(posted)
      for (const posted of earlyMemos.splice(0)) takeMemos(posted)
    }

    function takeMemos(posted: Posted<'memos'>): void {
      const local = answer.local()
      const value =
        'all' in posted
          ? { all: memosOverLocal(posted.all, local) }
          : { put: memosOverLocal(posted.put, local), gone: posted.gone.map(Number) }
      coding?.view.dispatch({ effects: setMemos.of(value) })
    }

    function take(posted: Posted<'highlights'>): void {
      const local = answer.local()
      const value =
        'packed' in posted
          ? { packed: packedOverLocal(posted.packed, local) }
          : { put: rowsOverLocal(posted.put, local), gone: posted.gone }
      coding?.view.dispatch({ effects: setHighlights.of(value) })
    }

    return () => {
      stop()
      stopMemos()
      answer.close()
      coding?.view.destroy()
      coding = null
      setView({ state: 'loading' })
    }
  }, [project, sourceId, questionId, element])
  return view
}

/** Keeps the position of the first row in sight, per source and question. */
function keepScroll(view: EditorView, place: AnswerPlace, uuid: string): void {
  const key = `${place.sourceId}:${place.questionId}`
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    if (!view.dom.isConnected) return
    const box = view.scrollDOM.getBoundingClientRect()
    const inside = view.contentDOM.getBoundingClientRect()
    const top = view.posAtCoords({ x: inside.left + inside.width / 2, y: box.top + 4 }, false)
    editorOf(uuid).scroll[key] = view.scrollDOM.scrollTop < 8 ? 0 : top
  }
  view.scrollDOM.addEventListener(
    'scroll',
    () => {
      clearTimeout(timer)
      timer = setTimeout(keep, SCROLL_KEPT_AFTER)
    },
    { passive: true },
  )
}
