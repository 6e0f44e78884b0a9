// Reads and writes S3's XML documents.
import { parseXML, XmlNode } from '@aws-sdk/xml-builder';
import { ServiceError } from '../requests/service-error.ts';

/** The content of an element: text, or child elements by name; several of one name are a list. */
export type XmlContent =
  | string
  | number
  | boolean
  | { readonly [name: string]: XmlContent | readonly XmlContent[] | undefined };

/** One XML document. @param nameSpace that of S3 by default */
export function elements(
  root: string,
  content: XmlContent,
  nameSpace = 'http://s3.amazonaws.com/doc/2006-03-01/',
): string {
  const node = nodeOf(root, content).a('xmlns', nameSpace);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${node.toString()}`;
}

function nodeOf(name: string, content: XmlContent): XmlNode {
  if (typeof content !== 'object') return XmlNode.of(name, String(content));
  const node = new XmlNode(name);
  for (const [child, value] of Object.entries(content)) {
    const values = Array.isArray(value)
      ? (value as readonly XmlContent[])
      : [value as XmlContent | undefined];
    for (const each of values) if (each !== undefined) node.c(nodeOf(child, each));
  }
  return node;
}

/** A parsed element: its text, or its children by name; several of one name are a list. */
export type Element = string | { [name: string]: Element | Element[] };

/** The content of a document whose root is `root`. @throws ServiceError MalformedXML */
export function readXml(body: Buffer, root: string): { [name: string]: Element | Element[] } {
  try {
    const content = (parseXML(body.toString()) as Record<string, Element>)[root];
    if (content !== undefined) return typeof content === 'string' ? {} : content;
  } catch {
    // the parser's message does not help the client
  }
  throw new ServiceError(400, 'MalformedXML', `The XML that was sent is not a well-formed ${root} document`);
}

/** The children of one name: none, one or several. */
export function childrenNamed(content: Element | Element[] | undefined): Element[] {
  if (content === undefined) return [];
  return Array.isArray(content) ? content : [content];
}

/** The text of a child; undefined if it has none. */
export function childText(parent: Element, name: string): string | undefined {
  const child = typeof parent === 'string' ? undefined : parent[name];
  return typeof child === 'string' ? child : undefined;
}

/** The keys that a DeleteObjects names. @throws ServiceError MalformedXML */
export function deletedKeys(body: Buffer): string[] {
  return childrenNamed(readXml(body, 'Delete').Object).map((object) => childText(object, 'Key') ?? '');
}
