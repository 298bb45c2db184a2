import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { demo } from '#contract/calls/demo.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { RefreshIcon } from '#ui/icons/icons.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { Stack } from '#ui/Stack.tsx'
import { Notice } from '#ui/Notice.tsx'

/** A row that lets the demo book begin anew, once in 24 hours, after saying what that ends (docs/rules/environments.md). */
export function DemoResetRow() {
  const { t } = useLingui()
  const [openings, setOpenings] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ListRow
        leading={<RefreshIcon />}
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
  const state = useQuery({ ...apiReadQuery(demo.state, {}), enabled: open, staleTime: 0 })
  const reset = useApiWrite(demo.reset, { errors: 'inline' })
  const ids = useRequestIds()
  const isOffline = useStreamConnectionState() === 'offline'
  const next = state.data?.nextResetTime
  const nextText = next && formatDateTime(next)
  const reason = isOffline ? t`Needs a connection` : undefined
  const confirm = () =>
    reset.mutate(
      { body: {}, requestId: ids.of() },
      {
        onSuccess: () => {
          showToast(t`The demo book holds 100,000 USDT again`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <BottomSheet
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
            {reset.error && isUnansweredError(reset.error) ? <Trans>Ask again</Trans> : <Trans>Reset</Trans>}
          </Button>
          <Button kind="secondary" size="large" wide disabled={reset.isPending} onClick={onClose}>
            <Trans>Keep it as it is</Trans>
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <DemoResetEffects />
        {nextText !== undefined && (
          <Notice tone="warn">
            <Trans>It was reset within the last 24 hours. The next time is {nextText}.</Trans>
          </Notice>
        )}
        {reset.error && (
          <Notice tone="warn" role="alert">
            {isUnansweredError(reset.error) ? (
              <Trans>No answer came, so it is not known whether the book was reset. Asking again is safe: it can happen only once.</Trans>
            ) : (
              reset.error.message
            )}
          </Notice>
        )}
      </Stack>
    </BottomSheet>
  )
}

function DemoResetEffects() {
  return (
    <>
      <p>
        <Trans>
          Open demo positions are closed at the newest recorded price and waiting orders are cancelled. Then you have 100,000 demo USDT and
          no other demo coins.
        </Trans>
      </p>
      <p>
        <Trans>
          Second contracts cannot be ended early: those that run go on, and what they pay comes on top. Your history and records stay.
        </Trans>
      </p>
    </>
  )
}
