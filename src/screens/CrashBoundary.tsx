import { Component, type ReactNode } from 'react'
import { useT } from '../i18n/useT.ts'
import { Button } from '../ui/fields/Button.tsx'
import { reloadForChunk } from './chunkReload.ts'

interface CrashState {
  failed: boolean
}

interface CrashBoundaryProps {
  /** What is shown instead; the error page. */
  fallback?: ReactNode
  children: ReactNode
}

/** 1 §8, the error page: shows a way on where drawing has failed; React knows no boundary but a class. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { failed: false }

  static getDerivedStateFromError = (): CrashState => ({ failed: true })

  override componentDidCatch(error: unknown): void {
    void reloadForChunk(error)
  }

  override render(): ReactNode {
    const { fallback = <Crash />, children } = this.props
    return this.state.failed ? fallback : children
  }
}

function Crash() {
  const t = useT()
  return (
    <main className="notice-screen">
      <div className="notice" role="alert">
        <p className="notice-number" aria-hidden>
          500
        </p>
        <h1>{t('error.crash')}</h1>
        <p>{t('error.crashText')}</p>
        <Button kind="primary" size="large" onClick={() => location.reload()}>
          {t('error.reload')}
        </Button>
      </div>
    </main>
  )
}
