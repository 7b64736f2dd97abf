import { useEffect, useRef } from 'react'
import { api } from '../../data/server/server.ts'
import { useT } from '../../i18n/useT.ts'
import type { UserData } from '../../model/contract/shapes.ts'
import { isProblem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Follows the link of a mail, once: it is used up by that. */
export function useEmailLink(link: string | null, take: (data: UserData) => void, onUsed: () => void): void {
  const t = useT()
  const followed = useRef<string | null>(null)
  const used = useRef(onUsed)
  used.current = onUsed
  useEffect(() => {
    if (link === null || followed.current === link) return
    followed.current = link
    void api('POST /web/api/user/email', { body: { link } }).then((answer) => {
      if (!isProblem(answer)) {
        take(answer.ok)
        toast.show({ kind: 'success', message: t('account.emailConfirmed', { email: answer.ok.account.email }) })
      } else if (answer.problem.kind === 'linkExpired')
        toast.show({ kind: 'warning', message: t('account.emailLinkUsed'), timeout: 0 })
      else showProblem(answer.problem)
      if (!isProblem(answer) || answer.problem.kind !== 'cannotConnect') used.current()
    })
  }, [link, take, t])
}
