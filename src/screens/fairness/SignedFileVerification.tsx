import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { canHash, verifyServerSignature } from '#api/priceRecord/webCrypto.ts'
import { fairness } from '#contract/calls/fairness.ts'
import { downloadText } from '#device/saveText.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { FairnessCheckResultList } from '#widgets/priceRecord/FairnessCheckResultList.tsx'
import { Row } from '#ui/Row.tsx'
import styles from './fairness.module.css'

interface SignedFileVerificationProps {
  /** Exactly what was signed, made again from what is shown. */
  text: string
  signed: { ms: number; kid: string; sig: string }
  /** Of the file that can be kept. */
  name: string
}

type SignatureCheckState = 'good' | 'bad' | 'open'

/** Who signed these numbers and when; checks it on this device, and gives the file to check elsewhere. */
export function SignedFileVerification({ text, signed: { ms, kid, sig }, name }: SignedFileVerificationProps) {
  const { t } = useLingui()
  const [checkState, setCheckState] = useState<SignatureCheckState>()
  const [isBusy, setBusy] = useState(false)
  const at = formatDateTime(ms)
  const check = async () => {
    setBusy(true)
    try {
      const { publicKeyJwk, previous, kid: newest } = await queryClient.fetchQuery(apiReadQuery(fairness.recordKey, {}))
      const key = [{ kid: newest, publicKeyJwk }, ...previous].find((one) => one.kid === kid)
      setCheckState(key && (await verifyServerSignature(text, sig, key)) ? 'good' : 'bad')
    } catch {
      // No answer: nothing is known about the key.
      setCheckState('open')
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
        <CopyableValue small label={t`Signed with the key`} value={kid} />
        {checkState && <FairnessCheckResultList ticks={[{ key: 'signature', state: checkState, title: words[checkState] }]} />}
        <Row wrap gap={3}>
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
              downloadText(
                name,
                JSON.stringify({ text, ms, kid, sig, alg: 'ES256', key: '/api/public/fair/key' }, null, 1),
                'application/json',
              )
            }
          >
            <Trans>Keep the signed file</Trans>
          </Button>
        </Row>
      </Card>
    </Section>
  )
}
