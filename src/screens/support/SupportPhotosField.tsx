import { Trans, useLingui } from '@lingui/react/macro'
import { useUser } from '#api/person.ts'
import { maxSupportMessageFiles } from '#contract/calls/support.ts'
import { path } from '#sitemap'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { PhotoUploadField, type PhotoUploadFieldProps } from '#widgets/identity/PhotoUploadField.tsx'
import styles from './Support.module.css'

/** The photos of a message. The server takes none of a guest: there the way to keep the account. */
export function SupportPhotosField(
  props: Pick<PhotoUploadFieldProps, 'value' | 'onChange' | 'onUnsent' | 'initialFiles' | 'onInitialFileDone'>,
) {
  const { t } = useLingui()
  const isGuest = useUser()?.isGuest === 1
  if (isGuest)
    return (
      <div>
        <p className={styles.quiet}>
          <Trans>Photos can be added once the account has an email or mobile number.</Trans>
        </p>
        <ButtonLink to={path.addSignIn} kind="quiet" size="small">
          <Trans>Keep this account</Trans>
        </ButtonLink>
      </div>
    )
  return <PhotoUploadField biz="support" label={t`Photos, if they help`} maxPhotos={maxSupportMessageFiles} {...props} />
}
