// Completion scripts. They contain the whole table of commands and flags: a completion starts no process and evaluates
// nothing that was typed.
import { type Command, Help } from 'commander';
import { commandSummary, DocumentedFlag, optionHelp, type ValueKind, valueKind } from '../cli/help.ts';

/** The shells that have a script. */
export type Shell = 'bash' | 'zsh' | 'fish';

interface CompletedFlag {
  /** `-o` and `--out`, or one of them. */
  readonly names: readonly string[];
  readonly help: string;
  /** Undefined for a flag without a value. */
  readonly values: ValueKind | undefined;
  /** Whether values can stand with commas between them. */
  readonly isList: boolean;
  /** What the value is called: `path`. */
  readonly placeholder: string;
}

interface CompletedCommand {
  readonly name: string;
  readonly help: string;
  readonly flags: readonly CompletedFlag[];
  /** Undefined for a command without arguments. */
  readonly values: ValueKind | undefined;
}

/** A script for a shell that completes the commands of a program, their flags, and the values of both. */
export function completionScript(program: Command, shell: Shell): string {
  // not the one of the program, which leaves out flags that commands share
  const helper = new Help();
  const completed = (command: Command): CompletedCommand => ({
    name: command.name(),
    help: commandSummary(command),
    flags: helper.visibleOptions(command).map((option) => ({
      names: [option.short, option.long].filter((name) => name !== undefined),
      help: optionHelp(option),
      values: valueKind(option),
      isList: option instanceof DocumentedFlag && option.isList,
      placeholder: option.flags.split(/[<>]/)[1] ?? '',
    })),
    values: command.registeredArguments.map(valueKind)[0],
  });
  const name = program.name();
  return SCRIPTS[shell](name, completed(program), program.commands.map(completed));
}

type Script = (program: string, root: CompletedCommand, commands: readonly CompletedCommand[]) => string;

const SCRIPTS: Record<Shell, Script> = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Works in bash 3.2, too, which macOS has and where compopt is missing: there, files are offered for every value. */
function bashScript(program: string, root: CompletedCommand, commands: readonly CompletedCommand[]): string {
  const words = (list: readonly string[]) => quoted(list.join(' '));
  /** By what is offered: the flags after which it is. */
  const flagsBefore = new Map<string, string[]>();
  for (const { name, flags } of commands) {
    for (const { names, values, isList } of flags) {
      if (values === undefined) continue;
      const what = offered(values) + (isList ? ` before=\${current%"\${current##*,}"}` : '');
      const same = flagsBefore.get(what) ?? [];
      flagsBefore.set(what, [...same, ...names.map((flag) => `'${name} ${flag}'`)]);
    }
  }
  const cases = Array.from(flagsBefore, ([what, flags]) => `    ${flags.join('|')})\n      ${what} ;;`);
  function offered(values: ValueKind): string {
    if (values === 'file') return 'return';
    if (values === 'directory') return 'compopt +o default -o dirnames 2>/dev/null; return';
    if (values === 'other') return 'compopt +o default 2>/dev/null; return';
    return `words=${words(values)}`;
  }
  const namesOf = (flags: readonly CompletedFlag[]) => words(flags.flatMap(({ names }) => names));
  const perCommand = commands.map(
    ({ name, flags, values = 'other' }) =>
      `    ${name})\n      if [[ $current == -* ]]; then words=${namesOf(flags)}\n      else ${offered(values)}; fi ;;`,
  );
  return `# bash completion for ${program}: source <(${program} completion bash)
_${program}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words= before=
  # bash makes three words of --flag=value
  if [[ $current == '=' ]]; then current=
  elif [[ $previous == '=' ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    if [[ $current == -* ]]; then words=${namesOf(root.flags)}
    else words=${words(commands.map(({ name }) => name))}; fi
    compopt +o default 2>/dev/null
  else case "\${COMP_WORDS[1]} $previous" in
${cases.join('\n')}
    *) case "\${COMP_WORDS[1]}" in
${perCommand.join('\n')}
    esac ;;
  esac; fi
  # before: the names of a list up to the last comma
  COMPREPLY=($(compgen -P "$before" -W "$words" -- "\${current#"$before"}"))
}
complete -o default -F _${program} ${program}
`;
}

function zshScript(program: string, root: CompletedCommand, commands: readonly CompletedCommand[]): string {
  const literal = (text: string) => text.replace(/[\\[\]:]/g, '\\$&');
  function action(values: ValueKind, isList = false): string {
    if (values === 'file') return '_files';
    if (values === 'directory') return '_path_files -/';
    if (values === 'other') return ' ';
    return isList ? `_values -s , names ${values.join(' ')}` : `(${values.join(' ')})`;
  }
  const specs = (flags: readonly CompletedFlag[]) =>
    flags.map(({ names, help, values, isList, placeholder }) => {
      // a long flag's value may follow it after =
      const spelt = names.map((name) => (values !== undefined && name.startsWith('--') ? `${name}=` : name));
      const value = values === undefined ? '' : `:${literal(placeholder)}:${action(values, isList)}`;
      const text = quoted(`[${literal(help)}]${value}`);
      return names.length > 1
        ? `${quoted(`(${names.join(' ')})`)}{${spelt.join(',')}}${text}`
        : `${spelt[0]}${text}`;
    });
  const perCommand = commands.map(({ name, flags, values }) => {
    const rest =
      values === undefined
        ? []
        : [quoted(`*:${typeof values === 'string' ? values : 'value'}:${action(values)}`)];
    return `        ${name})\n          _arguments -s -S \\\n            ${[...specs(flags), ...rest].join(' \\\n            ')} ;;`;
  });
  return `#compdef ${program}
# zsh completion for ${program}: source <(${program} completion zsh), or a file _${program} in a directory of $fpath
_${program}() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  local -a commands=(
    ${commands.map(({ name, help }) => quoted(`${name}:${help.replaceAll(':', '\\:')}`)).join('\n    ')}
  )
  _arguments -C \\
    ${specs(root.flags).join(' \\\n    ')} \\
    '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe -t commands command commands ;;
    argument)
      case $words[1] in
${perCommand.join('\n')}
      esac ;;
  esac
}
if [[ $funcstack[1] == _${program} ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

/** The names of a list up to the last comma. */
const NAMES_IN_FISH = "(string replace -r '^(?:--[^=]*=)?(.*,)?.*$' '$1' -- (commandline -ct))";

function fishScript(program: string, root: CompletedCommand, commands: readonly CompletedCommand[]): string {
  function offered(values: ValueKind, isList = false): string {
    if (values === 'file') return '-r -F';
    if (values === 'directory') return "-x -a '(__fish_complete_directories)'";
    if (values === 'other') return '-x';
    return `-x -a ${quotedInFish(isList ? `${NAMES_IN_FISH}{${values.join(',')}}` : values.join(' '))}`;
  }
  const flagLines = (flags: readonly CompletedFlag[], condition: string) =>
    flags.map(({ names, help, values, isList }) => {
      const spelt = names.map((name) =>
        name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
      );
      const value = values === undefined ? '' : ` ${offered(values, isList)}`;
      return `complete -c ${program} -n ${condition} ${spelt.join(' ')}${value} -d ${quotedInFish(help)}`;
    });
  const perCommand = commands.flatMap(({ name, help, flags, values }) => {
    const condition = `'__fish_seen_subcommand_from ${name}'`;
    const rest = values === 'file' ? ' -F' : Array.isArray(values) ? ` ${offered(values)}` : '';
    return [
      `complete -c ${program} -n __fish_use_subcommand -a ${name} -d ${quotedInFish(help)}`,
      ...(rest === '' ? [] : [`complete -c ${program} -n ${condition}${rest}`]),
      ...flagLines(flags, condition),
    ];
  });
  const lines = [...flagLines(root.flags, '__fish_use_subcommand'), ...perCommand];
  return `# fish completion for ${program}: save it as ~/.config/fish/completions/${program}.fish
complete -c ${program} -f
${lines.join('\n')}
`;
}

/** A word of bash and zsh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quotedInFish(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
