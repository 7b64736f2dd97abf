import { type ReactNode, Suspense, useState } from 'react'
import { QuirkField } from '../../features/quirks/QuirkField.tsx'
import type { CodePassage } from '../../state/codePassage.ts'
import { lazyPart } from '../../ui/lazyPart.ts'

const CodeBySearch = lazyPart(async () => (await import('../../features/codeBySearch/CodeBySearch.tsx')).CodeBySearch)

/** Highlighting all hits of a search: `dialogs` is to be drawn. */
export function useCodeBySearch(code: CodePassage): {
  codeBySearch: (text: string) => void
  dialogs: ReactNode
} {
  const [asked, setAsked] = useState({ turn: 0, open: false, start: '' })
  const dialogs = asked.turn > 0 && (
    <Suspense>
      <CodeBySearch
        key={asked.turn}
        open={asked.open}
        start={asked.start}
        onClose={() => setAsked((before) => ({ ...before, open: false }))}
        quirkField={(slot) => <QuirkField {...slot} />}
        onCode={code}
      />
    </Suspense>
  )
  return {
    codeBySearch: (start) => setAsked(({ turn }) => ({ turn: turn + 1, open: true, start })),
    dialogs,
  }
}
