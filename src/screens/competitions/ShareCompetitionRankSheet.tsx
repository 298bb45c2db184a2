import { Trans, useLingui } from '@lingui/react/macro'
import type { Competition, CompetitionEntry } from '#contract/calls/competitions.ts'
import { shareLink } from '#device/share.ts'
import { formatDate } from '#i18n/date.ts'
import { formatAmount, formatSignedPercent } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { Wordmark } from '#widgets/Wordmark.tsx'
import { drawCompetitionRankCardFile } from './drawRankCard.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Competitions.module.css'
import { yieldTone } from './tone.ts'

/** One's place as a card that can be shown around: place and yield, never a balance. */
export function ShareCompetitionRankSheet({
  competition,
  mine,
  onClose,
}: {
  competition: Competition
  mine: CompetitionEntry
  onClose(): void
}) {
  const { t } = useLingui()
  const { id, name, startTime, endTime } = competition
  const participants = formatAmount(String(competition.participants), 0)
  const place = formatAmount(String(mine.rank ?? 0), 0)
  const rate = formatSignedPercent(mine.yieldRate)
  const [from, to] = [formatDate(startTime), formatDate(endTime)]
  const send = async () => {
    const title = t`${name}: place ${place} of ${participants}, yield ${rate}, with virtual money`
    const picture = await drawCompetitionRankCardFile({
      name,
      place: t`${place} of ${participants}`,
      rate,
      tone: yieldTone(mine.yieldRate),
      when: `${from} – ${to}`,
      note: t`With a virtual fund`,
    })
    const outcome = await shareLink({ title, url: `${location.origin}${path.competition}?id=${id}` }, picture)
    if (outcome === 'copied') showToast(t`Link copied`, { tone: 'good' })
    if (outcome === 'failed') showToast(t`Fail`, { tone: 'bad' })
  }
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={t`Share my place`}
      footer={
        <Button size="large" wide onClick={() => void send()}>
          <Trans context="do it">Share</Trans>
        </Button>
      }
    >
      <div className={styles.shared}>
        <Wordmark />
        <Text size="h2" weight="strong" className={styles.title}>
          {name}
        </Text>
        <p className={styles.place}>
          <Trans>
            {place} of {participants}
          </Trans>
        </p>
        <Text size="h1" weight="strong" tabular className={styles.rate} data-tone={yieldTone(mine.yieldRate)}>
          {rate}
        </Text>
        <Text tone="muted">{competition.isFinal ? <Trans>Final table</Trans> : <Trans>In progress</Trans>}</Text>
        <Text tone="muted">
          {from} – {to}
        </Text>
        <Text tone="muted">
          <Trans>With a virtual fund</Trans>
        </Text>
      </div>
    </BottomSheet>
  )
}
