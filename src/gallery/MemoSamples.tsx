import type { ReactNode } from 'react'
import { MemoCard } from '../features/text/memos/MemoCard.tsx'
import { MemoEditor } from '../features/text/memos/MemoEditor.tsx'
import { MemoMark } from '../features/text/memos/MemoMark.tsx'
import type { Memo } from '../model/schema.ts'
import { passage } from './sampleData.ts'

const nothing = () => {}
const saved = async () => {}
const short = 'She says “the money” and never says whose it was.'
const long = Array.from({ length: 6 }, (_, at) => `${at + 1}. ${passage.at(-1)?.text ?? ''}`).join('\n')
const memo = (content: string, author = 'Ana'): Memo => ({
  ...{ id: 1, sourceId: 1, questionId: 1, start: 0, length: 9 },
  ...{ content, author, timestamp: Date.UTC(2026, 10, 19, 12) },
})
const words = 'because he wrote every week'

/** Memos beside the text: cards in every state, the field, marks of a closed column and chips of a crowded one. */
export function MemoSamples() {
  return (
    <>
      <div className="gallery-cards">
        <Card>
          <MemoCard
            memo={memo(short)}
            {...{ about: 'words', words, active: false, canWrite: true }}
            {...acts}
            isTabStop
          />
        </Card>
        <Card>
          <MemoCard memo={memo(short)} {...{ about: 'words', words, active: true, canWrite: true }} {...acts} />
        </Card>
        <Card>
          <MemoCard memo={memo(long)} {...{ about: 'words', words, active: false, canWrite: true }} {...acts} />
        </Card>
        <Card>
          <MemoCard
            memo={memo(short, 'Ben')}
            {...{ about: 'source', words: '', active: false, canWrite: false }}
            {...acts}
          />
        </Card>
        <Card>
          <MemoCard memo={memo(short, '')} {...{ about: 'gone', words: '', active: false, canWrite: true }} {...acts} />
        </Card>
        <Card>
          <MemoCard
            memo={memo('🙂', 'Donaudampfschifffahrtsgesellschaftskapitänswitwe')}
            {...{ about: 'words', words, active: true, canWrite: true }}
            {...acts}
          />
        </Card>
      </div>
      <div className="gallery-cards">
        <Card>
          <MemoEditor text="" about="words" words={words} onTyped={nothing} onSave={saved} onCancel={nothing} />
        </Card>
        <Card>
          <MemoEditor
            text={short}
            about="source"
            words=""
            theirs="The money was her sister’s."
            onTyped={nothing}
            onSave={saved}
            onCancel={nothing}
          />
        </Card>
        <Card>
          <MemoEditor
            text={short}
            about="words"
            words={words}
            isAsking
            onTyped={nothing}
            onSave={saved}
            onCancel={nothing}
          />
        </Card>
        <Card>
          <MemoMark count={12} isChip onOpen={nothing} />
          <MemoMark count={1} onOpen={nothing} />
          <MemoMark count={3} active onOpen={nothing} />
        </Card>
      </div>
    </>
  )
}

const acts = { onSelect: nothing, onEdit: nothing, onRemove: nothing }

function Card({ children }: { children: ReactNode }) {
  return <div className="gallery-card">{children}</div>
}
