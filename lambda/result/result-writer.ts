import type { Multipart, ObjectTarget, Part } from '../aws/cloud.ts';
import type { Invocation } from '../invocation.ts';
import type { Upload } from '../upload.ts';
import { abortMultiparts, publishMultipart } from './multiparts.ts';
import { publish } from './publish.ts';

/** Bytes that are held before a part goes out: S3's least. At its 10,000 parts they must double on the way to large results. */
const FIRST_PART = 5 * 1024 * 1024;
const PARTS_OF_ONE_SIZE = 1000;

/** Writes a result of unknown length in bounded memory: one PUT if it is short, else a multipart upload as it grows. */
export class ResultWriter {
  /** written so far */
  bytes = 0;
  readonly #invocation: Invocation;
  readonly #target: ObjectTarget;
  readonly #upload: Upload;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #multipart: Multipart | undefined;
  readonly #parts: Promise<Part>[] = [];

  constructor(invocation: Invocation, target: ObjectTarget, upload: Upload) {
    this.#invocation = invocation;
    this.#target = target;
    this.#upload = upload;
  }

  async write(piece: Uint8Array): Promise<void> {
    this.#held.push(piece);
    this.#heldBytes += piece.length;
    this.bytes += piece.length;
    const partSize = FIRST_PART * 2 ** Math.floor(this.#parts.length / PARTS_OF_ONE_SIZE);
    if (this.#heldBytes >= partSize) await this.#sendPart();
  }

  /** @returns the ETag @throws Superseded */
  async close(): Promise<string> {
    if (!this.#multipart) {
      const body = this.#take();
      return publish(this.#invocation.cloud, this.#target, this.#upload, (condition) =>
        this.#invocation.cloud.putObject(this.#target, body, condition),
      );
    }
    if (this.#heldBytes > 0) await this.#sendPart();
    return publishMultipart(this.#invocation, this.#multipart, await Promise.all(this.#parts), this.#upload);
  }

  /** Aborts what is open. Also after a close that failed. */
  async abort(): Promise<void> {
    await Promise.allSettled(this.#parts);
    if (this.#multipart) await abortMultiparts(this.#invocation, this.#upload, this.#multipart);
  }

  async #sendPart(): Promise<void> {
    this.#multipart ??= await this.#invocation.cloud.createMultipart(this.#target);
    // one part on its way and one that grows: many writers may work side by side
    await this.#parts.at(-1);
    const part = this.#invocation.cloud.uploadPart(this.#multipart, this.#parts.length + 1, this.#take());
    // whoever awaits it hears of the failure; until then it is nobody's
    part.catch(() => {});
    this.#parts.push(part);
  }

  #take(): Uint8Array {
    const body = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return body;
  }
}
