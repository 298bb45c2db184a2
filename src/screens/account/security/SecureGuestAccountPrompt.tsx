import { Trans } from '@lingui/react/macro'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'

/** Leads a guest, whose account is lost with the device, to keeping it. `tone` warn where nothing else keeps it safe. */
export function SecureGuestAccountPrompt({ className, tone }: { className?: string | undefined; tone?: 'warn' }) {
  return (
    <Card className={className} {...(tone && { tone })}>
      <p>
        <Trans>
          You are a guest of this device. With an email or a mobile number this account stays yours anywhere, with all that is in it.
        </Trans>
      </p>
      <ButtonLink to={path.addSignIn} wide>
        <Trans>Keep this account</Trans>
      </ButtonLink>
    </Card>
  )
}
