import { useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Button, type ButtonProps } from '../../ui/fields/Button.tsx'
import { ImportIcon } from '../../ui/icons.ts'

interface ImportButtonProps {
  /** Kinds of files that the importer takes, as in `accept`: ".docx,.txt". */
  accept: string
  onImport: (files: File[]) => void
  kind?: ButtonProps['kind']
}

export function ImportButton({ accept, onImport, kind }: ImportButtonProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind={kind} icon={ImportIcon} onClick={() => input.current?.click()}>
        {t('source.import')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={t('source.import')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // So that the same file can be chosen again.
          event.target.value = ''
          if (files.length > 0) onImport(files)
        }}
      />
    </>
  )
}
