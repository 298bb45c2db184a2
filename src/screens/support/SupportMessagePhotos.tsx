import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type SupportTicketMessage, support } from '#contract/calls/support.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import styles from './Support.module.css'

const maxReloads = 2

/** The pictures of one message, small; pressed, one is large. */
export function SupportMessagePhotos({ files }: Pick<SupportTicketMessage, 'files'>) {
  const { t } = useLingui()
  const [open, setOpen] = useState<number>()
  const total = files.length
  if (total === 0) return null
  const shown = (open ?? 0) + 1
  const file = files[open ?? 0]
  return (
    <>
      <ul className={styles.photos}>
        {files.map(({ fileId, url }, index) => {
          const number = index + 1
          return (
            <li key={fileId}>
              <button type="button" className={styles.photo} aria-label={t`Photo ${number}, show it large`} onClick={() => setOpen(index)}>
                <Picture url={url} alt="" />
              </button>
            </li>
          )
        })}
      </ul>
      <BottomSheet
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={t`Photo ${shown} of ${total}`}
        footer={
          total > 1 && (
            <Button kind="secondary" wide onClick={() => setOpen(shown % total)}>
              <Trans>Next photo</Trans>
            </Button>
          )
        }
      >
        {file && (
          <div className={styles.large}>
            <Picture key={file.fileId} url={file.url} alt={t`Photo ${shown}`} />
          </div>
        )}
      </BottomSheet>
    </>
  )
}

/** Every read names it by another address that opens for ten minutes: the first is kept as long as it opens, then the newest is tried. */
function Picture({ url, alt }: { url: string; alt: string }) {
  const client = useQueryClient()
  const [src, setSrc] = useState(url)
  const [broken, setBroken] = useState<string>()
  const reloadCount = useRef(0)
  if (broken !== undefined && broken !== url && src !== url) setSrc(url)
  if (broken === src)
    return (
      <span className={styles.broken}>
        <Trans>Needs a connection</Trans>
      </span>
    )
  return (
    <img
      src={src}
      alt={alt}
      decoding="async"
      onError={() => {
        setBroken(src)
        // The newest has not been tried: it is drawn next. Otherwise a newer one is asked for.
        reloadCount.current += 1
        if (src === url && reloadCount.current <= maxReloads) void client.invalidateQueries({ queryKey: [support.ticket.path] })
      }}
    />
  )
}
