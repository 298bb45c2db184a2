import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { CallArguments } from '#contract/call.ts'
import { type OwnLimitKind, limits, type OwnLimit } from '#contract/calls/limits.ts'
import { realSecondContractLimits } from '#contract/constants.ts'
import { formatDateTime } from '#i18n/date.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './Limits.module.css'
import { useOwnLimitTexts } from './useLimitWords.ts'

/** One limit: lower counts at once; higher waits a day and is confirmed then. */
export function OwnLimitSheet({ limit, onClose }: { limit: OwnLimit; onClose: () => void }) {
  const { t } = useLingui()
  const { names, value: formatLimit } = useOwnLimitTexts()
  const { kind, asked } = limit
  const isMinutes = kind === 'sessionMinutes'
  const [text, setText] = useState(() => toPlainDecimal(asked && asked.from <= serverNow() ? asked.value : limit.value))
  const ids = useRequestIds()
  const save = useApiWrite(limits.set, { errors: 'inline' })
  const isOffline = useStreamConnectionState() === 'offline'
  const isEmpty = text === ''
  const isLooser = limit.value !== null && (isEmpty ? !isMinutes && kind !== 'stakeSecond' : compareDecimals(text, limit.value) > 0)
  const isConfirming = asked !== null && asked.from <= serverNow() && toPlainDecimal(asked.value) === text
  const isSame = toPlainDecimal(limit.value) === text
  const maxValue = kind === 'stakeSecond' ? realSecondContractLimits.stakeDayUsdt : isMinutes ? '480' : undefined
  const isTooShort = isMinutes && !isEmpty && compareDecimals(text, '5') < 0
  const saveLimit = (wanted: string | null) => {
    save.mutate(
      { body: bodyOf(kind, wanted), requestId: ids.of(wanted) },
      {
        onSuccess: (saved) => {
          const pendingChange = saved.limits.find((one) => one.kind === kind)?.asked
          showToast(pendingChange ? t`Noted. It can be confirmed in 24 hours.` : t`Saved`, { tone: 'good' })
          onClose()
        },
      },
    )
  }
  const from = asked && formatDateTime(asked.from)
  const wished = asked && formatLimit(kind, asked.value)
  return (
    <BottomSheet
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
            (maxValue !== undefined && !isEmpty && compareDecimals(text, maxValue) > 0)
          }
          reason={isOffline ? t`Needs a connection` : undefined}
          onClick={() => saveLimit(isEmpty ? null : text)}
        >
          {save.error && isUnansweredError(save.error) ? (
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
      <Stack gap={3}>
        <DecimalField
          label={isMinutes ? t`Minutes` : t`At most`}
          value={text}
          onChange={setText}
          scale={isMinutes ? 0 : 2}
          unit={isMinutes ? t`min` : 'USDT'}
          hint={isMinutes ? <Trans>From 5 to 480 minutes.</Trans> : <Trans>Empty: no limit of yours.</Trans>}
          {...(maxValue !== undefined && { max: maxValue })}
        />
        {asked && (
          <Notice tone="warn">
            {isConfirming ? (
              <Trans>The day is over: {wished} can be confirmed now.</Trans>
            ) : (
              <Trans>
                You asked for {wished}. It can be confirmed from {from}. Saving what counts now takes it back.
              </Trans>
            )}
          </Notice>
        )}
        <Text tone="quiet">
          {isLooser && !isConfirming ? (
            <Trans>More than now: it waits 24 hours and then asks you once more. Until then the old limit counts.</Trans>
          ) : (
            <Trans>Lower counts at once. Higher waits 24 hours and asks once more.</Trans>
          )}
        </Text>
        {save.error && (
          <p className={styles.failure} role="alert">
            {save.error.message} {isUnansweredError(save.error) && <Trans>Asking again is safe: it can happen only once.</Trans>}
          </p>
        )}
      </Stack>
    </BottomSheet>
  )
}

/** '50.00' as one would type it. */
const toPlainDecimal = (value: string | null): string =>
  value === null ? '' : value.replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros))

function bodyOf(kind: OwnLimitKind, wanted: string | null): CallArguments<typeof limits.set> {
  if (kind === 'sessionMinutes') return { sessionMinutes: Number(wanted) }
  if (kind === 'stakeSecond') return { stakeSecond: wanted }
  const period = kind.replace(/^(deposit|loss)/, '').toLowerCase()
  return kind.startsWith('loss') ? { loss: { [period]: wanted } } : { deposit: { [period]: wanted } }
}
