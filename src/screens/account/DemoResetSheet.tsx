import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { demo } from '#contract/calls/demo.ts'
import { formatTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Refresh } from '#ui/icons.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import styles from './Me.module.css'

/** A row that lets the demo book begin anew, once in 24 hours, after saying what that ends (product §1.3 call 50). */
export function DemoReset() {
  const { t } = useLingui()
  const [openings, setOpenings] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ListRow
        leading={<Refresh />}
        title={t`Reset the demo book`}
        subtitle={t`100,000 USDT again, once a day`}
        onClick={() => {
          setOpenings(openings + 1)
          setIsOpen(true)
        }}
      />
      <DemoResetSheet key={openings} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

function DemoResetSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const state = useQuery({ ...query(demo.state, {}), enabled: open, staleTime: 0 })
  const reset = useWrite(demo.reset, { errors: 'inline' })
  const [requestId] = useState(newRequestId)
  const isOffline = useConnection() === 'offline'
  const next = state.data?.nextResetTime
  const nextText = next && formatTime(next)
  const reason = isOffline ? t`Needs a connection` : undefined
  const confirm = () =>
    reset.mutate(
      { body: {}, requestId },
      {
        onSuccess: () => {
          toast(t`The demo book holds 100,000 USDT again`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Reset the demo book?`}
      footer={
        <>
          <Button
            kind="danger"
            size="large"
            wide
            busy={reset.isPending}
            disabled={isOffline || nextText !== undefined}
            reason={reason}
            onClick={confirm}
          >
            {reset.error && isUnanswered(reset.error) ? <Trans>Ask again</Trans> : <Trans>Reset</Trans>}
          </Button>
          <Button kind="secondary" size="large" wide disabled={reset.isPending} onClick={onClose}>
            <Trans>Keep it as it is</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.words}>
        <p>
          <Trans>
            Open demo positions are closed at the newest recorded price and waiting orders are cancelled. Then you have 100,000 demo USDT
            and no other demo coins.
          </Trans>
        </p>
        <p>
          <Trans>
            Second contracts cannot be ended early: those that run go on, and what they pay comes on top. Your history and records stay.
          </Trans>
        </p>
        {nextText !== undefined && (
          <p className={styles.warning}>
            <Trans>It was reset within the last 24 hours. The next time is {nextText}.</Trans>
          </p>
        )}
        {reset.error && (
          <p className={styles.warning} role="alert">
            {isUnanswered(reset.error) ? (
              <Trans>No answer came, so it is not known whether the book was reset. Asking again is safe: it can happen only once.</Trans>
            ) : (
              reset.error.message
            )}
          </p>
        )}
      </div>
    </Sheet>
  )
}
