import { type ReactNode, Suspense } from 'react'
import { useT } from '../i18n/useT.ts'
import { lazyPart } from '../ui/lazyPart.ts'
import { Logo } from './Logo.tsx'

const LanguageMenu = lazyPart(async () => (await import('./LanguageMenu.tsx')).LanguageMenu)
const ThemeMenu = lazyPart(async () => (await import('./ThemeMenu.tsx')).ThemeMenu)
const HelpOutside = lazyPart(async () => (await import('./HelpMenu.tsx')).HelpOutside)

/** Over the screens outside of a project: the program's name, and what everyone may choose. `children`: more to choose. */
export function TopBar({ className, children }: { className: string; children?: ReactNode }) {
  const t = useT()
  return (
    <header className={className} data-keep-clear>
      <div className="projects-brand">
        <Logo size={36} />
        <div>
          <p className="projects-name">{t('app.name')}</p>
          <p className="projects-tagline">{t('app.tagline')}</p>
        </div>
      </div>
      <div className="projects-choices">
        <Suspense>
          <LanguageMenu />
          <ThemeMenu />
          <HelpOutside />
          {children}
        </Suspense>
      </div>
    </header>
  )
}
