import { useT } from '../../../i18n/useT.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Button } from '../../../ui/fields/Button.tsx'
import { LockIcon } from '../../../ui/icons.ts'

/** In place of a protected project that was closed since nobody was there: its words and its key are in no memory any more. */
export function LockedScreen({ onOpen }: { onOpen: () => void }) {
  const t = useT()
  return (
    <main className="notice-screen">
      <ErrorState
        icon={LockIcon}
        title={t('protection.lockedTitle')}
        actions={
          <>
            <a className="ui-button" data-kind="secondary" href="#/projects">
              {t('project.home')}
            </a>
            <Button kind="primary" onClick={onOpen}>
              {t('protection.open')}
            </Button>
          </>
        }
      >
        {t('protection.lockedText')}
      </ErrorState>
    </main>
  )
}
