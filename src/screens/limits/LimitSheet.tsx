import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { serverNow } from '#api/serverClock.ts'
import { useConnection } from '#api/socket.ts'
import type { Input } from '#contract/call.ts'
import { type LimitKind, limits, type OwnLimit } from '#contract/calls/limits.ts'
import { realSecondLimits } from '#contract/constants.ts'
import { formatTime } from '#i18n/date.ts'
import { compare } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import styles from './Limits.module.css'
import { useLimitWords } from './useLimitWords.ts'

/** One limit: lower counts at once; higher waits a day and is confirmed then. */
export function LimitSheet({ limit, onClose }: { limit: OwnLimit; onClose: () => void }) {
  const { t } = useLingui()
  const { names, value: inWords } = useLimitWords()
  const { kind, asked } = limit
  const isMinutes = kind === 'sessionMinutes'
  const [text, setText] = useState(() => plainOf(asked && asked.from <= serverNow() ? asked.value : limit.value))
  // One id for one wish: an answer that was lost is asked for again, a changed wish is a new one.
  const [ids] = useState(() => new Map<string, string>())
  const save = useWrite(limits.set, { errors: 'inline' })
  const isOffline = useConnection() === 'offline'
  const isEmpty = text === ''
  const isLooser = limit.value !== null && (isEmpty ? !isMinutes && kind !== 'stakeSecond' : compare(text, limit.value) > 0)
  const isConfirming = asked !== null && asked.from <= serverNow() && plainOf(asked.value) === text
  const isSame = plainOf(limit.value) === text
  const most = kind === 'stakeSecond' ? realSecondLimits.stakeDayUsdt : isMinutes ? '480' : undefined
  const isTooShort = isMinutes && !isEmpty && compare(text, '5') < 0
  const put = (wanted: string | null) => {
    const requestId = ids.get(String(wanted)) ?? newRequestId()
    ids.set(String(wanted), requestId)
    save.mutate(
      { body: bodyOf(kind, wanted), requestId },
      {
        onSuccess: (after) => {
          const waits = after.limits.find((one) => one.kind === kind)?.asked
          toast(waits ? t`Noted. It can be confirmed in 24 hours.` : t`Saved`, { tone: 'good' })
          onClose()
        },
      },
    )
  }
  const from = asked && formatTime(asked.from)
  const wished = asked && inWords(kind, asked.value)
  return (
    <Sheet
      open
      onClose={onClose}
      title={names[kind]}
      footer={
        <Button
          size="large"
          wide
          busy={save.isPending}
          disabled={
            isOffline ||
            isTooShort ||
            (isMinutes && isEmpty) ||
            (isSame && !asked) ||
            (most !== undefined && !isEmpty && compare(text, most) > 0)
          }
          reason={isOffline ? t`Needs a connection` : undefined}
          onClick={() => put(isEmpty ? null : text)}
        >
          {save.error && isUnanswered(save.error) ? (
            <Trans>Ask again</Trans>
          ) : isConfirming ? (
            <Trans>Confirm</Trans>
          ) : isLooser ? (
            <Trans>Ask for it</Trans>
          ) : (
            <Trans>Save</Trans>
          )}
        </Button>
      }
    >
      <div className={styles.words}>
        <DecimalField
          label={isMinutes ? t`Minutes` : t`At most`}
          value={text}
          onChange={setText}
          scale={isMinutes ? 0 : 2}
          unit={isMinutes ? t`min` : 'USDT'}
          hint={isMinutes ? <Trans>From 5 to 480 minutes.</Trans> : <Trans>Empty: no limit of yours.</Trans>}
          {...(most !== undefined && { max: most })}
        />
        {asked && (
          <p className={styles.warning}>
            {isConfirming ? (
              <Trans>The day is over: {wished} can be confirmed now.</Trans>
            ) : (
              <Trans>
                You asked for {wished}. It can be confirmed from {from}. Saving what counts now takes it back.
              </Trans>
            )}
          </p>
        )}
        <p className={styles.quiet}>
          {isLooser && !isConfirming ? (
            <Trans>More than now: it waits 24 hours and then asks you once more. Until then the old limit counts.</Trans>
          ) : (
            <Trans>Lower counts at once. Higher waits 24 hours and asks once more.</Trans>
          )}
        </p>
        {save.error && (
          <p className={styles.failure} role="alert">
            {save.error.message} {isUnanswered(save.error) && <Trans>Asking again is safe: it can happen only once.</Trans>}
          </p>
        )}
      </div>
    </Sheet>
  )
}

/** '50.00' as one would type it. */
const plainOf = (value: string | null): string =>
  value === null ? '' : value.replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros))

function bodyOf(kind: LimitKind, wanted: string | null): Input<typeof limits.set> {
  if (kind === 'sessionMinutes') return { sessionMinutes: Number(wanted) }
  if (kind === 'stakeSecond') return { stakeSecond: wanted }
  const period = kind.replace(/^(deposit|loss)/, '').toLowerCase()
  return kind.startsWith('loss') ? { loss: { [period]: wanted } } : { deposit: { [period]: wanted } }
}
