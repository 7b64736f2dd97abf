import { useEffect, useRef } from 'react'
import { api } from '../../data/server/server.ts'
import { useT } from '../../i18n/useT.ts'
import type { UserData } from '../../model/contract/shapes.ts'
import { isProblem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Looks up once what has come of a payment, after the person has come back from it. */
export function usePaid(hasPaid: boolean, take: (data: UserData) => void, onSeen: () => void): void {
  const t = useT()
  const isAsked = useRef(false)
  const seen = useRef(onSeen)
  seen.current = onSeen
  useEffect(() => {
    if (!hasPaid || isAsked.current) return
    isAsked.current = true
    void api('POST /web/api/user/subscription/check').then((answer) => {
      if (isProblem(answer)) showProblem(answer.problem)
      else {
        take(answer.ok)
        const { payment, subscriptions } = answer.ok
        const hasSound = subscriptions.some(({ user, status }) => user === 'transcription' && status === 'active')
        if (payment?.required) toast.show({ kind: 'warning', message: t('buy.notSeen'), timeout: 0 })
        else if (payment) toast.show({ kind: 'success', message: t(hasSound ? 'buy.paidTranscription' : 'buy.paid') })
      }
      seen.current()
    })
  }, [hasPaid, take, t])
}
