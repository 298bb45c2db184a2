import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { canHash, isSigned } from '#api/priceRecord/webCrypto.ts'
import { fairness } from '#contract/calls/fairness.ts'
import { saveText } from '#device/saveText.ts'
import { formatTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { RecordTicks } from '#widgets/RecordTicks.tsx'
import styles from './fairness.module.css'

interface SignedFileProps {
  /** Exactly what was signed, made again from what is shown. */
  text: string
  signed: { ms: number; kid: string; sig: string }
  /** Of the file that can be kept. */
  name: string
}

type Found = 'good' | 'bad' | 'open'

/** Who signed these numbers and when; checks it on this device, and gives the file to check elsewhere. */
export function SignedFile({ text, signed: { ms, kid, sig }, name }: SignedFileProps) {
  const { t } = useLingui()
  const [found, setFound] = useState<Found>()
  const [isBusy, setBusy] = useState(false)
  const at = formatTime(ms)
  const check = async () => {
    setBusy(true)
    try {
      const { publicKeyJwk, previous, kid: newest } = await queryClient.fetchQuery(query(fairness.recordKey, {}))
      const key = [{ kid: newest, publicKeyJwk }, ...previous].find((one) => one.kid === kid)
      setFound(key && (await isSigned(text, sig, key)) ? 'good' : 'bad')
    } catch {
      // No answer: nothing is known about the key.
      setFound('open')
    }
    setBusy(false)
  }
  const words = {
    good: <Trans>Signed with our published key, and not one digit differs</Trans>,
    bad: <Trans>The signature does not fit what is shown here</Trans>,
    open: <Trans>The published key did not come, so it could not be checked</Trans>,
  }
  return (
    <Section title={t`Signed`}>
      <Card className={styles.values}>
        <p>
          <Trans>Signed on {at}. Changing one digit would break the signature.</Trans>
        </p>
        <CopyValue small label={t`Signed with the key`} value={kid} />
        {found && <RecordTicks ticks={[{ key: 'signature', state: found, title: words[found] }]} />}
        <div className={styles.buttons}>
          <Button
            busy={isBusy}
            disabled={!canHash()}
            reason={t`This browser can check on secure addresses (https) only`}
            onClick={() => void check()}
          >
            <Trans>Check the signature</Trans>
          </Button>
          <Button
            kind="secondary"
            onClick={() =>
              saveText(name, JSON.stringify({ text, ms, kid, sig, alg: 'ES256', key: '/api/public/fair/key' }, null, 1), 'application/json')
            }
          >
            <Trans>Keep the signed file</Trans>
          </Button>
        </div>
      </Card>
    </Section>
  )
}
