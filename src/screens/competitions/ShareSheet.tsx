import { Trans, useLingui } from '@lingui/react/macro'
import type { Competition, Entry } from '#contract/calls/competitions.ts'
import { share } from '#device/share.ts'
import { formatDay } from '#i18n/date.ts'
import { formatAmount, formatRate } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Wordmark } from '#widgets/Wordmark.tsx'
import { drawPlace } from './drawPlace.ts'
import styles from './Competitions.module.css'
import { toneOf } from './tone.ts'

/** One's place as a card that can be shown around: place and yield, never a balance. */
export function ShareSheet({ competition, mine, onClose }: { competition: Competition; mine: Entry; onClose(): void }) {
  const { t } = useLingui()
  const { id, name, startTime, endTime } = competition
  const participants = formatAmount(String(competition.participants), 0)
  const place = formatAmount(String(mine.rank ?? 0), 0)
  const rate = formatRate(mine.yieldRate)
  const [from, to] = [formatDay(startTime), formatDay(endTime)]
  const send = async () => {
    const title = t`${name}: place ${place} of ${participants}, yield ${rate}, with virtual money`
    const picture = await drawPlace({
      name,
      place: t`${place} of ${participants}`,
      rate,
      tone: toneOf(mine.yieldRate),
      when: `${from} – ${to}`,
      note: t`With a virtual fund`,
    })
    const outcome = await share({ title, url: `${location.origin}${path.competition}?id=${id}` }, picture)
    if (outcome === 'copied') toast(t`Link copied`, { tone: 'good' })
    if (outcome === 'failed') toast(t`Fail`, { tone: 'bad' })
  }
  return (
    <Sheet
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
        <p className={styles.title}>{name}</p>
        <p className={styles.place}>
          <Trans>
            {place} of {participants}
          </Trans>
        </p>
        <p className={styles.rate} data-tone={toneOf(mine.yieldRate)}>
          {rate}
        </p>
        <p className={styles.quiet}>{competition.isFinal ? <Trans>Final table</Trans> : <Trans>In progress</Trans>}</p>
        <p className={styles.quiet}>
          {from} – {to}
        </p>
        <p className={styles.quiet}>
          <Trans>With a virtual fund</Trans>
        </p>
      </div>
    </Sheet>
  )
}
