// Whose work an upload is, in a pipeline that several customers share: the tenant is a function of its key.
import { createHash } from 'node:crypto';
import type { ObjectRef } from '../aws/cloud.ts';

/** Objects that the pipeline solves. */
export interface UploadSource {
  readonly bucket: string;
  /** of their keys; empty for any */
  readonly prefix: string;
  /** of their keys; empty for any */
  readonly suffix: string;
}

/** The ways in which a key can name a tenant. */
type TenantRule = 'first-folder';

/** @throws Error for an unknown one */
export function tenantRuleIn(text: string | undefined): TenantRule | undefined {
  if (!text) return undefined;
  if (text === 'first-folder') return text;
  throw new Error(`TENANT must be first-folder, got '${text}'`);
}

interface TenantSettings {
  readonly sources: readonly UploadSource[];
  readonly tenant: TenantRule | undefined;
}

/** Names that logs, metrics, message groups and IAM take as they are. */
const SAFE_NAME = /^[A-Za-z0-9._-]{1,100}$/;

/** The name of a tenant: the folder if it is a safe name, else a hash of it, which no safe name equals. */
export function tenantName(folder: string): string {
  if (SAFE_NAME.test(folder)) return folder;
  return `~${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
}

/** The source that an object belongs to. */
export const sourceOf = (
  { sources }: Pick<TenantSettings, 'sources'>,
  { bucket, key }: ObjectRef,
): UploadSource | undefined =>
  sources.find(
    (source) => source.bucket === bucket && key.startsWith(source.prefix) && key.endsWith(source.suffix),
  );

/**
 * The tenant of an upload.
 * @returns undefined if the pipeline has no tenants, or the upload is in no folder below the prefix of its source
 */
export function tenantOf(settings: TenantSettings, upload: ObjectRef): string | undefined {
  const source = settings.tenant === 'first-folder' ? sourceOf(settings, upload) : undefined;
  if (!source) return undefined;
  const below = upload.key.slice(source.prefix.lastIndexOf('/') + 1);
  const end = below.indexOf('/');
  return end < 0 ? undefined : tenantName(below.slice(0, end));
}
